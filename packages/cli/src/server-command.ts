import { type Command, Option } from 'commander';
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
