import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tools/postgres-server.ts';
import { unleashAdmin } from './unleash-admin.ts';

export type RunningUnleash = Awaited<ReturnType<typeof startUnleash>>;

const END_WITH_PARENT = fileURLToPath(new URL('../../tools/end-with-parent.js', import.meta.url));
/** The build and the checks of types run beside it. */
const START_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 100;

/**
 * Starts the Unleash that is installed in a folder, on an empty database.
 *
 * @param program what Node runs in that folder; default: Unleash's own
 */
export async function startUnleash(
  folder: string,
  databaseUrl: string,
  program = 'node_modules/unleash-server/dist/server.js',
) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const key = '*:*.admin-key-of-the-tests';
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_SSL: 'false',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(port),
    INIT_ADMIN_API_TOKENS: key,
    NODE_ENV: 'production',
    LOG_LEVEL: 'fatal',
    CHECK_VERSION: 'false',
    // For webhooks: this machine has no public address.
    UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
    SEND_TELEMETRY: 'false',
  };
  let server: ChildProcess | undefined;
  /** Ends the process with a signal, and waits until it has ended. */
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  /** Starts the process again, on the same port and database, and waits until it is ready. */
  const start = async (): Promise<void> => {
    server = spawn(process.execPath, ['--import', END_WITH_PARENT, program], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server, url);
  };
  await start();
  return { ...unleashAdmin({ url, key }), stop, start };
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
