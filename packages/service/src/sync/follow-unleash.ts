import type { Store, StoreUnavailable } from '@forewarn/core';
import type { Result } from 'neverthrow';
import type { Logger } from 'pino';
import type { Metrics } from '../telemetry/metrics.ts';
import { repeat } from './repeat.ts';
import { syncOnce, type SyncResult } from './sync-once.ts';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
import type { UnleashApi } from './unleash-api.ts';
import { lineOf, type UnleashFailure } from './unleash-failure.ts';
import { whileLeased, type WorkLease } from './while-leased.ts';

/** A store that follows an Unleash, with the log and the metrics of its syncs. */
export interface Following {
  readonly api: UnleashApi;
  /** The time between two syncs, in milliseconds. */
  readonly intervalMs: number;
  readonly store: SyncOptions['store'] & Pick<Store, 'leases'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'watchSyncs'>;
  /** Ends the syncs. */
  readonly signal: AbortSignal;
}

/**
 * Maximum time between two renewals of the lease, for any interval. If this node dies, another one takes over within a
 * minute, or this one continues after a restart.
 */
const MAX_RENEW_MS = 10_000;

/**
 * Copies an Unleash into a store at each interval, until the signal is aborted. Of several nodes over the store, one at a
 * time does this. It never rejects.
 */
export async function followUnleash({
  api,
  intervalMs,
  store,
  log,
  metrics,
  signal,
}: Following): Promise<void> {
  const observe = metrics.watchSyncs();
  const run = async (held: AbortSignal): Promise<number | undefined> => {
    const startedAt = performance.now();
    const report = (line: string): void => {
      if (!held.aborted) log.warn(line);
    };
    const synced = await syncOnce({ api, store, report, signal: held });
    if (held.aborted) return undefined;
    const seconds = (performance.now() - startedAt) / 1_000;
    observe(outcomeOf(synced), seconds);
    if (synced.isErr()) {
      logFailure(log, synced.error);
      return 'retryAfterMs' in synced.error ? synced.error.retryAfterMs : undefined;
    }
    const { counts, deleted, isCurrent, retryAfterMs } = synced.value;
    log.info({ ms: Math.round(seconds * 1_000), isCurrent, counts, deleted }, 'synced');
    return retryAfterMs;
  };
  const lease: WorkLease = {
    leases: store.leases,
    name: SYNC_PRINCIPAL,
    renewMs: Math.min(intervalMs, MAX_RENEW_MS),
    signal,
    onFailure: (failure, seconds) => {
      observe('failed', seconds);
      logFailure(log, failure);
    },
    onWait: () => log.info('waiting while another node syncs'),
  };
  const follow = async (): Promise<undefined> => {
    try {
      await whileLeased(lease, (held) => repeat(() => run(held), { intervalMs, signal: held }));
    } catch (bug) {
      // The service and the syncs keep running; the age of the data shows the failure.
      log.error({ err: bug }, 'bug in a sync');
    }
  };
  await repeat(follow, { intervalMs, signal });
}

function outcomeOf(synced: Result<SyncResult, unknown>): 'current' | 'outdated' | 'failed' {
  if (synced.isErr()) return 'failed';
  return synced.value.isCurrent ? 'current' : 'outdated';
}

function logFailure(log: Logger, failure: UnleashFailure | StoreUnavailable): void {
  if (failure.type === 'StoreUnavailable') log.error({ err: failure.cause }, 'sync failed');
  else log.warn(lineOf(failure));
}
