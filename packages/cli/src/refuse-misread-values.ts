import type { Command } from 'commander';

/**
 * Makes an option that takes a value an error, in a command and its subcommands, if
 * - its value is another option, or has one. A shell leaves out an empty variable: `check --feature $FEATURE --json` would be an
 *   all-clear about a feature "--json". Quotes, or a line of the GitHub action, can hold more than one argument.
 * - it takes one, and has another one, too. Commander keeps the last: `check --project shop --project office` would be an
 *   all-clear about `office` only.
 */
export function refuseMisreadValues(command: Command): void {
  const all = command.createHelp().visibleOptions(command);
  const flags = new Set(all.flatMap(({ short, long }) => [short, long]));
  for (const option of command.options) {
    if (!option.required) continue;
    let first: string | undefined;
    command.on(`option:${option.name()}`, (text: string) => {
      if (text.split(/\s+/).some((word) => flags.has(word.replace(/=.*/, '')))) {
        command.error(
          `error: option '${option.flags}' took '${text}' for its value. Give it one, and each option an argument of its own.`,
        );
      }
      first ??= text;
      const isList = Array.isArray(command.getOptionValue(option.attributeName()));
      if (isList || text === first) return;
      command.error(`error: option '${option.flags}' has two values. Give it once.`);
    });
  }
  for (const subcommand of command.commands) refuseMisreadValues(subcommand);
}
