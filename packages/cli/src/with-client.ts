import { env } from 'node:process';
import { type Client, createClient } from '@forewarn/client';
import { err, Result } from 'neverthrow';
import { CLIENT_VARIABLES, KEY, MAX_BYTES, misspeltLine } from './client-variables.ts';
import { type ExitCode, misuse } from './exit-code.ts';
import { tellingFirstSync } from './first-sync.ts';
import { proxiesIn } from './proxies.ts';
import { learningTime } from './latest-time.ts';
import { readVariables, settingText } from './setting-text.ts';

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
  const base = settingText(url).mapErr((expected) => `--url: expected ${expected}`);
  const given = readVariables(env, CLIENT_VARIABLES).mapErr(
    ({ setting, expected }) => `${setting}: expected ${expected}`,
  );
  const proxies = proxiesIn(env).mapErr(
    ({ setting, expected }) => `${setting}: expected ${expected}`,
  );
  return Result.combine([given, base, proxies]).andThen(([values, checkedUrl]) => {
    const key = values.get(KEY);
    if (key === undefined) return err(misspeltLine() ?? NO_KEY);
    const maximum = values.get(MAX_BYTES);
    return tryToCreate({
      url: checkedUrl,
      key,
      ...(maximum === undefined ? {} : { maxResponseBytes: Number(maximum) }),
      fetch: learningTime(tellingFirstSync()),
    });
  });
}

const NO_KEY = `${KEY}: expected an API key; "forewarn keys create" makes one`;

const tryToCreate = Result.fromThrowable(createClient, (error) =>
  // The message starts with the name of the wrong option.
  (error as TypeError).message.replace(/^\w+/, (name) => VARIABLES[name] ?? `--${name}`),
);
