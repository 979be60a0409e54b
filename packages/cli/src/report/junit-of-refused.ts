import type { Command } from 'commander';

/** Returns the file that a refused command line names for its JUnit XML, if its command writes one. */
export function junitOfRefused(
  { commands }: Command,
  [, , name, ...args]: readonly string[],
): string | undefined {
  const refused = commands.find((command) => command.name() === name);
  if (refused?.options.some(({ long }) => long === '--junit') !== true) return undefined;
  const at = args.findIndex((each) => /^--(?:junit(?:=.*)?)?$/s.test(each));
  const [option, file = args[at + 1]] = args[at]?.split(/=(.*)/s) ?? [];
  return option === '--junit' ? file : undefined;
}
