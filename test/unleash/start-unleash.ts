import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { freshDatabase } from '../../tools/fresh-database.ts';
import { freePort } from '../../tools/postgres-server.ts';

/** A running Unleash with a database of its own. */
export interface RunningUnleash {
  readonly url: string;
  /** A key that may do everything. */
  readonly key: string;
  /** Sends a request to the admin API. Rejects unless it succeeds. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Ends the process with a signal, and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the process again, on the same port and database, and waits until it is ready. */
  start(): Promise<void>;
  /** Stops the process and drops the database. */
  remove(): Promise<void>;
}

const END_WITH_PARENT = fileURLToPath(new URL('../../tools/end-with-parent.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** Starts the Unleash that the test run installed. */
export async function startUnleash(): Promise<RunningUnleash> {
  const [database, port] = [await freshDatabase(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const key = '*:*.admin-key-of-the-tests';
  const env = {
    DATABASE_URL: database.url,
    DATABASE_SSL: 'false',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(port),
    INIT_ADMIN_API_TOKENS: key,
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
  };
  let server: ChildProcess | undefined;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    server = spawn(
      process.execPath,
      ['--import', END_WITH_PARENT, 'node_modules/unleash-server/dist/server.js'],
      { cwd: inject('unleashFolder'), env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await untilReady(server, url);
  };
  await start();
  return {
    url,
    key,
    ask: (method, path, body) => ask(`${url}/api/admin${path}`, { method, key, body }),
    stop,
    start,
    remove: async () => {
      await stop();
      await database.drop();
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const end = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < end && server.exitCode === null) {
    const isReady = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(POLL_INTERVAL_MS);
  }
  server.kill('SIGKILL');
  throw new Error(`Unleash did not start: ${said}`);
}

async function ask(
  url: string,
  { method, key, body }: { readonly method: string; readonly key: string; readonly body: unknown },
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { Authorization: key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
