import type { Command } from 'commander';

/**
 * Makes an option that takes one value an error if it has another one, too, in a command and its subcommands. Commander keeps
 * the last: `check --project shop --project office` would be an all-clear about `office` only.
 */
export function refuseSecondValues(command: Command): void {
  for (const option of command.options) {
    if (!option.required) continue;
    let first: unknown;
    command.on(`option:${option.name()}`, (text: unknown) => {
      first ??= text;
      const isList = Array.isArray(command.getOptionValue(option.attributeName()));
      if (isList || text === first) return;
      command.error(`error: option '${option.flags}' has two values. Give it once.`);
    });
  }
  for (const subcommand of command.commands) refuseSecondValues(subcommand);
}
