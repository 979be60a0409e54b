import { env } from 'node:process';
import { type Client, createClient } from '@forewarn/client';
import { err, Result } from 'neverthrow';
import { type ExitCode, misuse } from './exit-code.ts';

const KEY = 'FOREWARN_API_KEY';
const MAX_BYTES = 'MAX_RESPONSE_BYTES';
const VARIABLES: Readonly<Record<string, string>> = { key: KEY, maxResponseBytes: MAX_BYTES };

/** Runs a command with a client that has the key in the environment. Prints the wrong option or variable, if one is. */
export async function withClient(
  url: string,
  run: (client: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  const client = makeClient(url);
  return client.isErr() ? misuse(client.error) : run(client.value);
}

function makeClient(url: string): Result<Client, string> {
  const key = env[KEY] ?? '';
  if (key === '') return err(`${KEY}: expected an API key; "forewarn keys create" makes one`);
  const { [MAX_BYTES]: maximum = '' } = env;
  return tryToCreate({
    url,
    key,
    ...(maximum === '' ? {} : { maxResponseBytes: Number(maximum) }),
  });
}

const tryToCreate = Result.fromThrowable(createClient, (error) =>
  // The message starts with the name of the wrong option.
  (error as TypeError).message.replace(/^\w+/, (name) => VARIABLES[name] ?? `--${name}`),
);
