import process from 'node:process';
import { type Command, Option } from 'commander';
import { type ExitCode, EXIT } from './exit-code.ts';
import { printableLines } from './print.ts';
import { collectNames } from './parse-arguments.ts';

/** Adds a command that asks a server. */
export const serverCommand = (
  parent: Command,
  usage: string,
  description: string,
  help = '',
): Command =>
  parent
    .command(usage)
    .description(description)
    .addOption(
      new Option('--url <url>', 'the URL of the Forewarn server, with its base path')
        .env('FOREWARN_URL')
        .makeOptionMandatory(),
    )
    .addHelpText('after', `\nThe environment variable FOREWARN_API_KEY holds the key.${help}`);

/** An option whose value is a name. */
export const names = (flags: string, description: string): Option =>
  new Option(flags, `${description}; can be repeated`).argParser(collectNames);

/** Node would exit with 1, which means that something is scheduled or in use. */
export function reportBug(bug: unknown): ExitCode {
  process.stderr.write(
    printableLines(`forewarn: ${bug instanceof Error ? bug.stack : String(bug)}\n`),
  );
  return EXIT.misused;
}
