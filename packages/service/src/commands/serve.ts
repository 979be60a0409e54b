import { constants } from 'node:os';
import process, { env, stderr } from 'node:process';
import type { Store, StoreUnavailable } from '@forewarn/core';
import { okAsync, type ResultAsync } from 'neverthrow';
import { compose, TOKENS } from '../composition-root.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { listen } from '../http/http-server.ts';
import { ensureAdminKeys, ensureFirstKey } from '../keys/ensure-admin-keys.ts';
import { openLog } from '../open-log.ts';
import { type OpenedStore, openStore } from '../open-store.ts';
import { loadSample } from '../sample/load-sample.ts';
import { SAMPLE_SECRET, withSampleKey } from '../sample/sample-key.ts';
import { readSettings, type Settings } from '../settings.ts';
import { observeStatements } from '../telemetry/observe-statements.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { complain } from './complain.ts';
import { fail } from './fail.ts';

/** `forewarn serve`: ends when it is told to, by SIGTERM or SIGINT. */
export async function serve({ isSample }: { readonly isSample: boolean }): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return fail(settings.error);
  const { store: location, deadlineMs } = settings.value;
  const telemetry = createTelemetry();
  const observer = observeStatements(telemetry, location.kind);
  const store = await openStore(location, { deadlineMs, observer });
  if (store.isErr()) return fail(store.error);
  watch(telemetry, store.value);
  try {
    return await serveStore(settings.value, store.value, { telemetry, isSample });
  } finally {
    await store.value.close();
  }
}

function watch({ metrics }: Telemetry, { connections }: OpenedStore): void {
  metrics.watchProcess();
  if (connections !== undefined) metrics.watchConnections(connections);
}

async function serveStore(
  settings: Settings,
  store: Store,
  { telemetry, isSample }: { readonly telemetry: Telemetry; readonly isSample: boolean },
): Promise<ExitCode> {
  const { log, flush, close } = openLog(settings);
  const prepared = await prepare(settings, store, isSample);
  if (prepared.isErr()) return fail(prepared.error);
  // Everybody knows the sample's key: it is for the machine itself alone.
  const hasSampleKey = isSample && LOOPBACK.has(settings.host);
  const keys = hasSampleKey ? withSampleKey(store) : store.apiKeys;
  const parts = compose({ settings, log, store, keys, telemetry });
  // From here on somebody may be answered.
  const signalled = stopSignal();
  const server = await listen(parts.get(TOKENS.app), settings, log, parts.get(TOKENS.lifecycle));
  if (server.isErr()) return fail(server.error);
  const told = await tellKeys(settings, store, hasSampleKey);
  if (told.isErr()) {
    await server.value.stop();
    return fail(told.error);
  }
  log.info({ url: `${server.value.url}${settings.basePath}` }, 'listening');
  flush();
  log.info({ signal: await signalled }, 'stopping');
  flush();
  setTimeout(endNow, END_WITHIN_MS).unref();
  await server.value.stop();
  log.info('stopped');
  await close();
  return EXIT.done;
}

// The server has ended by then. A store that does not answer may not let go, and a log that nobody reads is never done.
const END_WITHIN_MS = 9_500;

function endNow(): void {
  complain('ended without waiting any longer for the store or the log');
  process.exit(EXIT.failed);
}

/** Makes exist what has to when the first request comes. */
function prepare(
  { initAdminApiTokens }: Settings,
  store: Store,
  isSample: boolean,
): ResultAsync<void, StoreUnavailable> {
  return ensureAdminKeys(store.apiKeys, initAdminApiTokens).andThen(() =>
    isSample ? loadSample(store) : okAsync(),
  );
}

/** Tells the keys that nobody can know yet, once nothing stands in the way of using them. */
function tellKeys(
  { initAdminApiTokens }: Settings,
  store: Store,
  hasSampleKey: boolean,
): ResultAsync<void, StoreUnavailable> {
  const first = initAdminApiTokens.length > 0 ? okAsync(undefined) : ensureFirstKey(store.apiKeys);
  return first.map((secret) => {
    if (secret !== undefined) {
      stderr.write(
        `forewarn: made the key "admin", which may do everything: ${secret} (it is not shown again)\n`,
      );
    }
    if (!hasSampleKey) return;
    stderr.write(`forewarn: while there is nothing but the sample, its key is ${SAMPLE_SECRET}\n`);
  });
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Waits for the first signal. A second one ends the process at once, as the first process of a container, too. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let toldAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (toldAt === undefined) {
          toldAt = performance.now();
          resolve(signal);
        } else if (performance.now() - toldAt > ECHO_MS) {
          process.exit(SIGNALLED + constants.signals[signal]);
        }
      });
    }
  });
}

// A terminal sends its Ctrl-C to npm as well, which hands it on: one press comes twice.
const ECHO_MS = 500;

// What shells report of a process that a signal ended.
const SIGNALLED = 128;
