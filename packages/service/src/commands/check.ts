import { env, stderr, stdout } from 'node:process';
import { createClient, type SearchOutcome } from '@forewarn/client';
import { Result } from 'neverthrow';
import { CHECK_EXIT, EXIT, type ExitCode } from '../exit-code.ts';
import { printError } from './print-error.ts';
import {
  annotationsOf,
  type Asked,
  jsonOf,
  linesOf,
  withLinks,
  summaryOf,
  tableOf,
} from './check-report.ts';

/** The options of `forewarn check`. */
export interface CheckOptions extends Asked {
  readonly url: string;
  readonly json?: true;
  readonly github?: true;
}

const KEY = 'FOREWARN_API_KEY';

/** `forewarn check`: the exit code says whether anything is scheduled. */
export async function check(options: CheckOptions): Promise<ExitCode> {
  const { url, project, unleashUrl, json, github, ...query } = options;
  const key = env[KEY] ?? '';
  if (key === '') return misused(`${KEY}: expected an API key; "forewarn keys create" makes one`);
  if (Object.keys(query).length === 0) {
    return misused('expected --feature, --strategy-id or --variant-for-flag');
  }
  if (unleashUrl !== undefined && !/^https?:\/\//.test(unleashUrl)) {
    return misused('--unleash-url: expected http(s)://…');
  }
  const client = tryToCreate({ url, key });
  if (client.isErr()) return misused(client.error);
  const outcome = await client.value.getScheduledChangeRequests(project, query);
  const found = withLinks(outcome, options);
  if (json === true) stdout.write(jsonOf(found));
  else if (github === true) stdout.write(annotationsOf(found));
  else stdout.write(stdout.isTTY ? tableOf(found) : linesOf(found));
  stderr.write(`forewarn: ${summaryOf(found, options)}\n`);
  return exitCodeOf(outcome);
}

const tryToCreate = Result.fromThrowable(createClient, (error) =>
  // The message starts with the name of the wrong option.
  (error as TypeError).message.replace(/^\w+/, (name) => (name === 'key' ? KEY : `--${name}`)),
);

function misused(message: string): ExitCode {
  printError(message);
  return EXIT.misused;
}

const exitCodeOf = ({ outcome }: SearchOutcome): ExitCode => CHECK_EXIT[outcome];
