/**
 * The commands that ask a Forewarn server, for a command line that has more of them.
 *
 * @module @forewarn/cli
 */
export type { Example, Examples } from './add-help.ts';
export { CLIENT_COMMANDS, clientCommands } from './client-commands.ts';
export { EXIT, type ExitCode, printError } from './exit-code.ts';
export { packageVersion } from './package-version.ts';
export { collectNames, parseName, parsePastTime } from './parse-arguments.ts';
export { INTERVAL, intervalOf, parseDuration } from './parse-duration.ts';
export { type CommandSet, runCommandLine, type Then } from './run-command-line.ts';
