import type { StoreUnavailable } from '@forewarn/core';
import type { Result } from 'neverthrow';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics.ts';
import { repeat } from './repeat.ts';
import { syncOnce, type SyncResult } from './sync-once.ts';
import type { SyncOptions } from './sync-options.ts';
import type { UnleashApi } from './unleash-api.ts';
import { lineOf, type UnleashFailure } from './unleash-failure.ts';

/** A store that follows an Unleash, with the log and the metrics of its syncs. */
export interface Following {
  readonly api: UnleashApi;
  /** The time between two syncs, in milliseconds. */
  readonly intervalMs: number;
  readonly store: SyncOptions['store'];
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'watchSyncs'>;
  /** Ends the syncs. */
  readonly signal: AbortSignal;
}

/** Keeps a store current from an Unleash until the signal is aborted. It never rejects. */
export async function followUnleash({
  api,
  intervalMs,
  store,
  log,
  metrics,
  signal,
}: Following): Promise<void> {
  const observe = metrics.watchSyncs();
  const report = (line: string): void => {
    if (!signal.aborted) log.warn(line);
  };
  const run = async (): Promise<number | undefined> => {
    const startedAt = performance.now();
    try {
      const synced = await syncOnce({ api, store, report, signal });
      if (signal.aborted) return undefined;
      const seconds = (performance.now() - startedAt) / 1_000;
      observe(outcomeOf(synced), seconds);
      if (synced.isErr()) {
        tellFailure(log, synced.error);
        return 'retryAfterMs' in synced.error ? synced.error.retryAfterMs : undefined;
      }
      const { counts, deleted, isCurrent, retryAfterMs } = synced.value;
      log.info({ ms: Math.round(seconds * 1_000), isCurrent, counts, deleted }, 'synced');
      return retryAfterMs;
    } catch (bug) {
      // The service and the syncs keep running; the age of the data shows the failure.
      log.error({ err: bug }, 'bug in a sync');
      return undefined;
    }
  };
  await repeat(run, { intervalMs, signal });
}

function outcomeOf(synced: Result<SyncResult, unknown>): 'current' | 'outdated' | 'failed' {
  if (synced.isErr()) return 'failed';
  return synced.value.isCurrent ? 'current' : 'outdated';
}

function tellFailure(log: Logger, failure: UnleashFailure | StoreUnavailable): void {
  if (failure.type === 'StoreUnavailable') log.error({ err: failure.cause }, 'sync failed');
  else log.warn(lineOf(failure));
}
