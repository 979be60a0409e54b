import type { Command } from 'commander';

/**
 * Makes an option that takes a value an error, in a command and its subcommands, if
 * - its value is another option. A shell leaves out an empty variable: `check --feature $FEATURE --json` would be an all-clear
 *   about a feature "--json".
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
      if (flags.has(text.replace(/=.*/s, ''))) {
        command.error(`error: option '${option.flags}' has no value before '${text}'.`);
      }
      first ??= text;
      const isList = Array.isArray(command.getOptionValue(option.attributeName()));
      if (isList || text === first) return;
      command.error(`error: option '${option.flags}' has two values. Give it once.`);
    });
  }
  for (const subcommand of command.commands) refuseMisreadValues(subcommand);
}
