import { constants } from 'node:os';
import process, { env, stderr } from 'node:process';
import { EXIT, type ExitCode, printError } from '@forewarn/cli';
import type { Store } from '@forewarn/store';
import type { StoreUnavailable } from '@forewarn/core';
import { okAsync, type ResultAsync } from 'neverthrow';
import { capabilities } from '../capabilities.ts';
import { createService } from '../composition-root.ts';
import { apiKeyAuthorizer } from '../keys/api-key-authorizer.ts';
import type { ServedKeys } from '../keys/served-keys.ts';
import { settingsKeys } from '../keys/settings-keys.ts';
import { openLog } from '../open-log.ts';
import type { ServiceLog } from '../service-log.ts';
import { openStore } from '../open-store.ts';
import type { OpenedStore } from '../opened-store.ts';
import { loadSample, SAMPLE_SECRET, withSampleKey } from '../sample/load-sample.ts';
import { readSettings, type Settings } from '../settings.ts';
import { observeStatements } from '../telemetry/observe-statements.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { reportFailure } from './with-store.ts';

/** `forewarn serve`: runs until SIGTERM or SIGINT. */
export async function serve({ isSample }: { readonly isSample: boolean }): Promise<ExitCode> {
  const settings = readSettings(env);
  if (settings.isErr()) return reportFailure(settings.error);
  const [asked] = settings.value.added;
  if (isSample && asked !== undefined) {
    const expected = 'no value with --sample: leave out one of the two';
    return reportFailure({ type: 'WrongSetting', setting: asked.variable, expected });
  }
  for (const each of capabilities) await each.prepare?.();
  const { store: location, http } = settings.value;
  const telemetry = createTelemetry();
  const observer = observeStatements(telemetry, location.kind);
  const store = await openStore(location, { deadlineMs: http.deadlineMs, observer });
  if (store.isErr()) return reportFailure(store.error);
  telemetry.metrics.watchProcess();
  const { connections } = store.value;
  if (connections !== undefined) telemetry.metrics.watchConnections(connections);
  try {
    return await serveStore(settings.value, store.value, { telemetry, isSample });
  } finally {
    await store.value.close();
  }
}

async function serveStore(
  settings: Settings,
  store: OpenedStore,
  { telemetry, isSample }: { readonly telemetry: Telemetry; readonly isSample: boolean },
): Promise<ExitCode> {
  const { log, flush, close } = openLog(settings);
  const keys = capabilities.find(({ keysOf }) => keysOf)?.keysOf?.(store) ?? settingsKeys();
  const prepared = await prepare(settings, { store, keys }, isSample);
  if (prepared.isErr()) return reportFailure(prepared.error);
  const sample = prepared.value;
  const made = makeParts(settings, store, {
    log,
    telemetry,
    keys,
    hasSample: sample === 'served',
  });
  if (made.isErr()) return reportFailure(made.error);
  const service = made.value;
  // Before the first request, so that a signal never cuts one off.
  const signalled = stopSignal();
  const listening = await service.listen();
  if (listening.isErr()) return reportFailure(listening.error);
  // Not before: a start that fails must not print a secret that works.
  const hasKey = settings.initAdminApiTokens.length > 0 || (sample === 'served' && !stderr.isTTY);
  const ensured = await (hasKey ? okAsync([]) : keys.firstLines(stderr.isTTY));
  if (ensured.isErr()) {
    await service.stop();
    return reportFailure(ensured.error);
  }
  const url = `${listening.value}${settings.http.basePath}`;
  const samples = sample === undefined ? [] : [SAMPLE_LINES[sample]];
  for (const line of [...ensured.value, ...samples, openLine(url)]) {
    printError(line);
  }
  log.info({ url }, 'listening');
  flush();
  log.info({ signal: await signalled }, 'stopping');
  flush();
  setTimeout(exitNow, EXIT_TIMEOUT_MS).unref();
  await service.stop();
  log.info('stopped');
  await close();
  return EXIT.done;
}

/** Makes the service, and what the settings add to it. */
function makeParts(
  { added, http, identity }: Settings,
  store: OpenedStore,
  {
    keys,
    hasSample,
    ...observed
  }: {
    readonly log: ServiceLog;
    readonly telemetry: Telemetry;
    readonly keys: ServedKeys;
    readonly hasSample: boolean;
  },
) {
  const { deadlineMs, unleashUrl } = http;
  const authorizer = apiKeyAuthorizer(hasSample ? withSampleKey(keys.known, store) : keys.known, {
    ...observed,
    sessions: keys.sessions,
    identity,
  });
  return createService({
    store,
    authorizer,
    added: added.map(({ partsOf }) =>
      partsOf({ authorizer, store, deadlineMs, unleashUrl, ...observed }),
    ),
    settings: {
      ...http,
      sampleKey: hasSample ? SAMPLE_SECRET : undefined,
    },
    ...observed,
  });
}

// The server has stopped by then; only a hanging store or an unread log can remain.
const EXIT_TIMEOUT_MS = 9_500;

function exitNow(): void {
  printError('exited without waiting longer for the store or the log');
  process.exit(EXIT.failed);
}

/** Creates the configured keys, and loads the sample if it was requested. */
function prepare(
  { initAdminApiTokens, http }: Settings,
  { store, keys }: { readonly store: Store; readonly keys: ServedKeys },
  isSample: boolean,
): ResultAsync<keyof typeof SAMPLE_LINES | undefined, StoreUnavailable> {
  const prepared = keys.prepare(initAdminApiTokens);
  if (!isSample) return prepared.map(() => undefined);
  return prepared
    .andThen(() => loadSample(store))
    .map((isServed) => {
      if (!isServed) return 'not-loaded';
      // The sample's key is public, so it must not work from other machines.
      return LOOPBACK.has(http.host) ? 'served' : 'not-on-loopback';
    });
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Resolves at the first signal. A second one exits at once, even from process 1 of a container. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let signalledAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (signalledAt === undefined) {
          signalledAt = performance.now();
          resolve(signal);
        } else if (performance.now() - signalledAt > ECHO_MS) {
          process.exit(SIGNALLED + constants.signals[signal]);
        }
      });
    }
  });
}

// A terminal sends Ctrl-C to npm too, which forwards it, so one press arrives twice.
const ECHO_MS = 500;

// Added to the signal's number, as shells do.
const SIGNALLED = 128;

const MAKE_A_KEY = 'make a key with "forewarn keys create NAME --admin"';

/** What became of the sample, if it was requested. */
const SAMPLE_LINES = {
  served: `serving the sample, whose key is ${SAMPLE_SECRET}, until another project is added`,
  'not-loaded': `the sample was not loaded, and ${SAMPLE_SECRET} does not work: the store has other projects; ${MAKE_A_KEY}, or set DATABASE_URL=memory: for the sample only`,
  'not-on-loopback': `${SAMPLE_SECRET} works only if HOST is a loopback address; ${MAKE_A_KEY}`,
} as const;

const openLine = (url: string): string =>
  `open ${url}/ to see what is scheduled, ${url}/docs to try the API; "forewarn keys create --help" explains how to make a key`;
