import type { FeatureUse } from '@forewarn/record';
import type { Rounds } from './compare.ts';
import { overAMonth, type Scheduled } from './forecast-population.ts';
import { KEY } from './server-process.ts';
import { servedPopulations, type Watched, whileWatched } from './served-populations.ts';
import { spreadOf } from './spread.ts';
import type { BenchStore } from './stores.ts';

/** Plans of a clean-up of all projects over HTTP, one page after the other. */
interface CleanupTimes extends Watched {
  readonly scheduled: string;
  readonly store: BenchStore['name'];
  readonly candidates: number;
  readonly pages: number;
  /** The median of all pages of one plan. */
  readonly p50Ms: number;
  readonly maxMs: number;
  /** How many of the candidates can be removed, at once or later. */
  readonly removable: number;
}

const CANDIDATES = 2_000;

/** The population: one feature in fifty is stale. */
const POPULATION: Scheduled = { ...overAMonth(100_000), name: 'cleanup, 100000 in a month' };

/** Its name. */
export const CLEANED_UP: readonly string[] = [POPULATION.name];

const WARM_UP = 1;
const ROUNDS = 5;

/** Measures plans in a store of each kind. */
export async function* measureCleanups({
  isWanted,
}: Pick<Rounds, 'isWanted'>): AsyncGenerator<CleanupTimes> {
  for await (const { scheduled, store, server } of servedPopulations(
    [POPULATION],
    isWanted,
    keepUse,
  )) {
    const times = await whileWatched(server, () => measure(server.url));
    yield { scheduled: scheduled.name, store, ...times };
  }
}

/** Stores how the features of the population are used: some are stale. What is scheduled is known. */
async function keepUse({ featureUse, projects }: BenchStore['store']): Promise<void> {
  const { count, changeRequest } = POPULATION;
  const byProject = new Map<string, FeatureUse[]>();
  for (let number = 0; number < count; number++) {
    const { project, features } = changeRequest(number);
    const uses = byProject.get(project) ?? [];
    byProject.set(project, uses);
    // The projects take turns: a number that is no multiple of theirs would leave most without one.
    const isStale = Math.floor(number / PROJECTS) % (count / CANDIDATES) === 0;
    for (const { name } of features) {
      if (uses.some((each) => each.name === name)) continue;
      uses.push({ name, isStale, lastSeenAt: null, children: [], parents: [] });
    }
  }
  const asOf = new Date().toISOString();
  for (const [projectId, features] of byProject) {
    (await projects.declareLive(projectId, 'bench'))._unsafeUnwrap();
    (await featureUse?.replace({ projectId, asOf, features }))?._unsafeUnwrap();
  }
}

const PROJECTS = 400;

async function measure(
  url: string,
): Promise<Omit<CleanupTimes, keyof Watched | 'scheduled' | 'store'>> {
  const took: number[] = [];
  let planned = { candidates: 0, pages: 0, removable: 0 };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const begun = performance.now();
    planned = await planAt(url);
    if (round >= WARM_UP) took.push(performance.now() - begun);
  }
  return { ...planned, p50Ms: spreadOf(took).median, maxMs: Math.max(...took) };
}

interface Page {
  readonly candidates: readonly { readonly verdict: string }[];
}

async function planAt(url: string) {
  const planned = { candidates: 0, pages: 0, removable: 0 };
  let next: string | undefined = '/api/admin/cleanup';
  while (next !== undefined) {
    const response: Response = await fetch(new URL(next, url), { headers: { Authorization: KEY } });
    if (response.status !== 200) throw new Error(`${next}: ${response.status}`);
    const { candidates } = (await response.json()) as Page;
    planned.pages += 1;
    planned.candidates += candidates.length;
    planned.removable += candidates.filter(({ verdict }) =>
      ['now', 'after'].includes(verdict),
    ).length;
    next = /^<(?<path>[^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.groups?.[
      'path'
    ];
  }
  return planned;
}
