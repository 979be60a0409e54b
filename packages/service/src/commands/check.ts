import { env, stderr, stdout } from 'node:process';
import { createClient, type SearchOutcome } from '@forewarn/client';
import { Result } from 'neverthrow';
import { CHECK_EXIT, EXIT, type ExitCode } from '../exit-code.ts';
import { complain } from './complain.ts';
import {
  annotationsOf,
  type Asked,
  jsonOf,
  linesOf,
  linked,
  summaryOf,
  tableOf,
} from './check-report.ts';

/** What `forewarn check` was asked, by its options. */
export interface CheckOptions extends Asked {
  readonly json?: true;
  readonly github?: true;
}

const KEY = 'FOREWARN_API_KEY';

/** `forewarn check`: the exit code says whether anything is scheduled. */
export async function check(options: CheckOptions): Promise<ExitCode> {
  const { url, project, unleashUrl, json, github, ...query } = options;
  const key = env[KEY] ?? '';
  if (key === '')
    return misused(`${KEY}: expected an API key, as "forewarn keys create" makes one`);
  if (Object.keys(query).length === 0) {
    return misused('expected what to ask about: --feature, --strategy-id or --variant-for-flag');
  }
  if (unleashUrl !== undefined && !/^https?:\/\//.test(unleashUrl)) {
    return misused('--unleash-url: expected http(s)://…');
  }
  const client = tryToCreate({ url, key });
  if (client.isErr()) return misused(client.error);
  const outcome = await client.value.getScheduledChangeRequests(project, query);
  const found = linked(outcome, options);
  if (json === true) stdout.write(jsonOf(found));
  else if (github === true) stdout.write(annotationsOf(found));
  else stdout.write(stdout.isTTY ? tableOf(found) : linesOf(found));
  stderr.write(`forewarn: ${summaryOf(found, options)}\n`);
  return exitCodeOf(outcome);
}

const tryToCreate = Result.fromThrowable(createClient, (error) =>
  // It begins with the name of the option that is wrong.
  (error as TypeError).message.replace(/^\w+/, (name) => (name === 'key' ? KEY : `--${name}`)),
);

function misused(what: string): ExitCode {
  complain(what);
  return EXIT.misused;
}

const exitCodeOf = ({ outcome }: SearchOutcome): ExitCode => CHECK_EXIT[outcome];
