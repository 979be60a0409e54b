import { type FollowObserver, lineOf, type Synced } from '@forewarn/unleash';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Writes the syncs with an Unleash to the log and the metrics. */
export function observeSyncs(log: Logger, metrics: Pick<Metrics, 'watchSyncs'>): FollowObserver {
  const observe = metrics.watchSyncs();
  return {
    onSync: (synced, ms) => {
      observe(outcomeOf(synced), ms / 1_000);
      logSync(log, synced, ms);
    },
    onMissing: (line) => log.warn(line),
    onWait: () => log.info('waiting while another node syncs'),
    // The service and the syncs keep running; the age of the data shows the failure.
    onBug: (bug) => log.error({ err: bug }, 'bug in a sync'),
  };
}

function outcomeOf(synced: Synced): 'current' | 'outdated' | 'failed' {
  if (synced.isErr()) return 'failed';
  return synced.value.isCurrent ? 'current' : 'outdated';
}

function logSync(log: Logger, synced: Synced, ms: number): void {
  synced.match(
    ({ isCurrent, counts, deleted }) =>
      log.info({ ms: Math.round(ms), isCurrent, counts, deleted }, 'synced'),
    (error) => {
      if (error.type === 'StoreUnavailable') log.error({ err: error.cause }, 'sync failed');
      else log.warn(lineOf(error));
    },
  );
}
