import type { Command } from 'commander';

/** A command line, and what it does. */
export type Example = readonly [line: string, effect: string];

/** The examples of each command, by its whole name, such as `forewarn check`. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Adds examples to the help of a command and its subcommands, and a hint to each usage error. */
export function addHelp(command: Command, examplesOf: Examples, parent = ''): void {
  const name = `${parent}${command.name()}`;
  const examples = (examplesOf[name] ?? []).map(([line, effect]) => `  $ ${line}\n    ${effect}`);
  command
    .addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
    .showHelpAfterError(`Run "${name} --help" for its usage.`);
  for (const subcommand of command.commands) addHelp(subcommand, examplesOf, `${name} `);
}
