import { once } from 'node:events';
import process, { env, stderr } from 'node:process';
import type { ApiKeyRepository, Store, StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { compose, TOKENS } from '../composition-root.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { listen } from '../http/http-server.ts';
import { ensureAdminKeys, ensureFirstKey } from '../keys/ensure-admin-keys.ts';
import { openLog } from '../open-log.ts';
import { openStore } from '../open-store.ts';
import { loadSample } from '../sample/load-sample.ts';
import { SAMPLE_SECRET, withSampleKey } from '../sample/sample-key.ts';
import { readSettings, type Settings } from '../settings.ts';
import { fail } from './fail.ts';

/** `forewarn serve`: ends when it is told to, by SIGTERM or SIGINT. */
export async function serve({ isSample }: { readonly isSample: boolean }): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return fail(settings.error);
  const store = await openStore(settings.value.store, { deadlineMs: settings.value.deadlineMs });
  if (store.isErr()) return fail(store.error);
  try {
    return await serveStore(settings.value, store.value, isSample);
  } finally {
    await store.value.close();
  }
}

async function serveStore(settings: Settings, store: Store, isSample: boolean): Promise<ExitCode> {
  const { log, flush, close } = openLog(settings);
  const keys = await prepareKeys(settings, store, isSample);
  if (keys.isErr()) return fail(keys.error);
  const app = compose({ settings, log, store, keys: keys.value }).get(TOKENS.app);
  const server = await listen(app, settings, log);
  if (server.isErr()) return fail(server.error);
  log.info({ url: `${server.value.url}${settings.basePath}` }, 'listening');
  flush();
  const signal = await stopSignal();
  log.info({ signal }, 'stopping');
  // Nobody listens to a second signal any more: it ends the process at once.
  await server.value.stop();
  log.info('stopped');
  await close();
  return EXIT.done;
}

/** Makes the keys exist that have to, and answers where requests' keys are found. */
function prepareKeys(
  { initAdminApiTokens, host }: Settings,
  store: Store,
  isSample: boolean,
): ResultAsync<Pick<ApiKeyRepository, 'find' | 'list'>, StoreUnavailable> {
  const made =
    initAdminApiTokens.length > 0
      ? ensureAdminKeys(store.apiKeys, initAdminApiTokens)
      : ensureFirstKey(store.apiKeys).map(tellFirstKey);
  if (!isSample) return made.map(() => store.apiKeys);
  return made
    .andThen(() => loadSample(store))
    .map(() => {
      // Everybody knows the sample's key: it is for the machine itself alone.
      if (!LOOPBACK.has(host)) return store.apiKeys;
      stderr.write(
        `forewarn: while there is nothing but the sample, its key is ${SAMPLE_SECRET}\n`,
      );
      return withSampleKey(store);
    });
}

function tellFirstKey(secret: string | undefined): void {
  if (secret === undefined) return;
  stderr.write(
    `forewarn: made the key "admin", which may do everything: ${secret} (it is not shown again)\n`,
  );
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
