import { env } from 'node:process';
import { type Client, createClient } from '@forewarn/client';
import { err, Result } from 'neverthrow';

const KEY = 'FOREWARN_API_KEY';
const MAX_BYTES = 'MAX_RESPONSE_BYTES';
const VARIABLES: Readonly<Record<string, string>> = { key: KEY, maxResponseBytes: MAX_BYTES };

/** Makes a client with the key in the environment. The error is one line that names the wrong option or variable. */
export function makeClient(url: string): Result<Client, string> {
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
