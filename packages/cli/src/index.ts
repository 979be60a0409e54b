/**
 * The commands that ask a Forewarn server, for a command line that has more of them.
 *
 * @module @forewarn/cli
 */
export { CLIENT_COMMANDS, clientCommands } from './client-commands.ts';
export { EXIT, type ExitCode, printError } from './exit-code.ts';
export { isInjected, misspeltVariable } from './misspelt-variable.ts';
export { packageVersion } from './package-version.ts';
export * from './parse-arguments.ts';
export { print, printable, printableJson } from './print.ts';
export { type Proxies, proxiesIn, proxyOf } from './proxies.ts';
export type * from './command-set.ts';
export { unreadableWords, unwritableWords } from './read-input.ts';
export * from './run-command-line.ts';
export { encodingOf, type Environment, readVariables, type WrongVariable } from './setting-text.ts';
