import type { Rounds } from './compare.ts';
import {
  atOneSecond,
  onOneSegment,
  overAMonth,
  type Scheduled,
  withoutConflict,
} from './forecast-population.ts';
import { KEY } from './server-process.ts';
import { servedPopulations, type Watched, whileWatched } from './served-populations.ts';
import { spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** The forecasts of a population over HTTP, one request after the other. */
interface ForecastTimes extends Watched {
  readonly scheduled: string;
  readonly store: BenchStore['name'];
  /** The median of the first page of 50. */
  readonly p50Ms: number;
  /** All pages, each as large as one can be. */
  readonly allMs: number;
  readonly pages: number;
  readonly forecasts: number;
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

/** Measures each wanted population in a store of each kind. */
export async function* measureForecasts({
  isWanted,
}: Pick<Rounds, 'isWanted'>): AsyncGenerator<ForecastTimes> {
  for await (const { scheduled, store, server } of servedPopulations(POPULATIONS, isWanted)) {
    const times = await whileWatched(server, () => measure(server.url));
    yield { scheduled: scheduled.name, store, ...times };
  }
}

async function measure(
  url: string,
): Promise<Omit<ForecastTimes, keyof Watched | 'scheduled' | 'store'>> {
  const took: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    await pageAt(new URL(`${FORECASTS}?limit=50`, url));
    if (round >= WARM_UP) took.push(performance.now() - begun);
  }
  const begun = performance.now();
  let pages = 0;
  let forecasts = 0;
  let next: URL | undefined = new URL(FORECASTS, url);
  while (next !== undefined) {
    const page: Page = await pageAt(next);
    pages += 1;
    forecasts += page.count;
    next = page.next;
  }
  return { p50Ms: spreadOf(took).median, allMs: performance.now() - begun, pages, forecasts };
}

interface Page {
  readonly count: number;
  readonly next: URL | undefined;
}

async function pageAt(url: URL): Promise<Page> {
  const response = await fetch(url, { headers: { Authorization: KEY } });
  if (response.status !== 200) throw new Error(`${url.href}: ${response.status}`);
  const found = (await response.json()) as readonly unknown[];
  const [, path] = /^<(.*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
  return { count: found.length, next: path === undefined ? undefined : new URL(path, url) };
}
