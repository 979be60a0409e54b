import { once } from 'node:events';
import process, { env, stderr } from 'node:process';
import type { ApiKeyRepository, Store, StoreUnavailable } from '@forewarn/core';
import { ok, type Result } from 'neverthrow';
import { pino } from 'pino';
import { compose, TOKENS } from '../composition-root.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { listen } from '../http/http-server.ts';
import { ensureAdminKeys, ensureFirstKey } from '../keys/ensure-admin-keys.ts';
import { openStore } from '../open-store.ts';
import { loadSample } from '../sample/load-sample.ts';
import { SAMPLE_SECRET, withSampleKey } from '../sample/sample-key.ts';
import { readSettings, type Settings } from '../settings.ts';
import { fail } from './fail.ts';

/** `forewarn serve`: ends when it is told to, by SIGTERM or SIGINT. */
export async function serve({ isSample }: { readonly isSample: boolean }): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return fail(settings.error);
  const store = await openStore(settings.value.store);
  if (store.isErr()) return fail(store.error);
  try {
    return await serveStore(settings.value, store.value, isSample);
  } finally {
    await store.value.close();
  }
}

async function serveStore(settings: Settings, store: Store, isSample: boolean): Promise<ExitCode> {
  const log = pino({ level: settings.logLevel });
  const keys = await prepareKeys(settings, store, isSample);
  if (keys.isErr()) return fail(keys.error);
  const app = compose({ settings, log, store, keys: keys.value }).get(TOKENS.app);
  const server = await listen(app, settings);
  if (server.isErr()) return fail(server.error);
  log.info({ url: `${server.value.url}${settings.basePath}` }, 'listening');
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  // Nobody listens to a second signal any more: it ends the process at once.
  await server.value.stop();
  log.info('stopped');
  return EXIT.done;
}

async function prepareKeys(
  { initAdminApiTokens, host }: Settings,
  store: Store,
  isSample: boolean,
): Promise<Result<Pick<ApiKeyRepository, 'find'>, StoreUnavailable>> {
  if (initAdminApiTokens.length > 0) {
    return ensureAdminKeys(store.apiKeys, initAdminApiTokens).map(() => store.apiKeys);
  }
  const first = await ensureFirstKey(store.apiKeys);
  if (first.isErr()) return first.map(() => store.apiKeys);
  if (first.value !== undefined) {
    stderr.write(
      `forewarn: made the key "admin", which may do everything: ${first.value} (it is not shown again)\n`,
    );
  }
  if (!isSample) return ok(store.apiKeys);
  return loadSample(store).map((isSampleOnly) => {
    // The key is in the README: it must never open anything but the sample, on the machine itself.
    if (!isSampleOnly || !LOOPBACK.has(host)) return store.apiKeys;
    stderr.write(`forewarn: serving the sample project; its key is ${SAMPLE_SECRET}\n`);
    return withSampleKey(store.apiKeys);
  });
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

async function stopSignal(): Promise<string> {
  const controller = new AbortController();
  const { signal } = controller;
  const name = await Promise.race(
    (['SIGTERM', 'SIGINT'] as const).map((each) =>
      once(process, each, { signal }).then(() => each),
    ),
  );
  controller.abort();
  return name;
}
