import { Command } from 'commander';

/** Returns the file that a refused command line names for its JUnit XML, if its command writes one. */
export function junitOfRefused(program: Command, [, , name, ...args]: readonly string[]): unknown {
  const refused = program.commands.find((command) => command.name() === name);
  // Without the checks that refused it, all of the line is read.
  const lenient = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const { flags } of refused?.options ?? []) lenient.option(flags);
  try {
    lenient.parseOptions(args);
  } catch {
    // The last option lacks its value.
  }
  return lenient.opts<{ readonly junit?: string }>().junit;
}
