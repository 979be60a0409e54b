import { watchService } from '../test/attacks/watch.ts';
import type { Rounds } from './compare.ts';
import {
  atOneSecond,
  entriesOf,
  onOneSegment,
  overAMonth,
  type Scheduled,
  withoutConflict,
} from './forecast-population.ts';
import { KEY, type ServerProcess, startForewarn } from './server-process.ts';
import { spreadOf } from './spread.ts';
import { type BenchStore, postgresWith, sqliteWith } from './stores.ts';

/** The forecasts of a population over HTTP, one request after the other. */
export interface ForecastTimes {
  readonly scheduled: string;
  readonly store: BenchStore['name'];
  /** The median of the first page of 50. */
  readonly p50Ms: number;
  /** All pages, each as large as one can be. */
  readonly allMs: number;
  readonly pages: number;
  readonly forecasts: number;
  /** The longest response of `/health` meanwhile. */
  readonly standstillMs: number;
  /** The highest resident memory of the service. */
  readonly peakMiB: number;
}

const FORECASTS = '/api/admin/change-requests/forecast';

/** The populations, in the order of the table. */
export const POPULATIONS: readonly Scheduled[] = [
  overAMonth(100_000),
  overAMonth(1_000_000),
  withoutConflict(100_000),
  onOneSegment(),
  atOneSecond(200_000),
];
const WARM_UP = 5;
const ROUNDS = 25;
const MIB = 2 ** 20;

/** Measures each wanted population in a store of each kind. */
export async function* measureForecasts({
  isWanted,
}: Pick<Rounds, 'isWanted'>): AsyncGenerator<ForecastTimes> {
  for (const scheduled of POPULATIONS) {
    if (!isWanted(scheduled.name)) continue;
    for (const open of [sqliteWith, postgresWith]) {
      const opened = await open(async ({ store }) => {
        (await store.transfer.import(entriesOf(scheduled)))._unsafeUnwrap();
      });
      const server = await startForewarn(opened);
      try {
        yield await measure(scheduled, server, opened);
      } finally {
        await server.stop();
        await opened.remove();
      }
    }
  }
}

async function measure(
  { name }: Scheduled,
  server: ServerProcess,
  opened: BenchStore,
): Promise<ForecastTimes> {
  const watched = await watchService({
    url: server.url,
    pid: server.pid,
    key: KEY,
    search: { path: '/api/admin/projects/project-0/change-requests/scheduled?feature=x', ids: [] },
    ready: false,
  });
  const took: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    await pageAt(new URL(`${FORECASTS}?limit=50`, server.url));
    if (round >= WARM_UP) took.push(performance.now() - begun);
  }
  const begun = performance.now();
  let pages = 0;
  let forecasts = 0;
  let next: URL | undefined = new URL(FORECASTS, server.url);
  while (next !== undefined) {
    const page: Page = await pageAt(next);
    pages += 1;
    forecasts += page.count;
    next = page.next;
  }
  const allMs = performance.now() - begun;
  const { standstillMs, peakBytes } = await watched.end();
  return {
    scheduled: name,
    store: opened.name,
    p50Ms: spreadOf(took).median,
    allMs,
    pages,
    forecasts,
    standstillMs,
    peakMiB: peakBytes / MIB,
  };
}

interface Page {
  readonly count: number;
  readonly next: URL | undefined;
}

async function pageAt(url: URL): Promise<Page> {
  const response = await fetch(url, { headers: { Authorization: KEY } });
  if (response.status !== 200) throw new Error(`${url.href}: ${response.status}`);
  const found = (await response.json()) as readonly unknown[];
  const [, path] = /^<(.*)>/.exec(response.headers.get('Link') ?? '') ?? [];
  return { count: found.length, next: path === undefined ? undefined : new URL(path, url) };
}
