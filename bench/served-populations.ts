import { watchService } from '../test/attacks/watch.ts';
import { entriesOf, type Scheduled } from './forecast-population.ts';
import { KEY, type ServerProcess, startForewarn } from './server-process.ts';
import { type BenchStore, postgresWith, sqliteWith } from './stores.ts';

const MIB = 2 ** 20;

interface Served<Population extends Scheduled> {
  readonly scheduled: Population;
  readonly store: BenchStore['name'];
  readonly server: ServerProcess;
}

/** What a service did while it was measured. */
export interface Watched {
  /** The longest response of `/health`. */
  readonly standstillMs: number;
  /** The highest resident memory of the service. */
  readonly peakMiB: number;
}

/**
 * Serves each wanted population from a store of each kind, one after the other.
 *
 * @param fill stores more than what is scheduled
 */
export async function* servedPopulations<Population extends Scheduled>(
  populations: readonly Population[],
  isWanted: (name: string) => boolean,
  fill: (store: BenchStore['store']) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<Served<Population>> {
  for (const scheduled of populations) {
    if (!isWanted(scheduled.name)) continue;
    for (const open of [sqliteWith, postgresWith]) {
      const opened = await open(async ({ store }) => {
        (await store.transfer.import(entriesOf(scheduled)))._unsafeUnwrap();
        await fill(store);
      });
      const server = await startForewarn(opened);
      try {
        yield { scheduled, store: opened.name, server };
      } finally {
        await server.stop();
        await opened.remove();
      }
    }
  }
}

/** Lets others search while work runs. */
export async function whileWatched<T>(
  { url, pid }: ServerProcess,
  work: () => Promise<T>,
): Promise<T & Watched> {
  const watched = await watchService({
    url,
    pid,
    key: KEY,
    search: { path: '/api/admin/projects/project-0/change-requests/scheduled?feature=x', ids: [] },
    ready: false,
  });
  const done = await work();
  const { standstillMs, peakBytes } = await watched.end();
  return { ...done, standstillMs, peakMiB: peakBytes / MIB };
}
