import type { Store } from '@forewarn/store';
import type { SearchedTarget } from '@forewarn/core';
import { type BenchStore, changeRequests, postgresWith, sqliteWith } from './stores.ts';

/** The durations of asking about a thousand targets in one project, in milliseconds. */
export interface ImpactTimes {
  readonly store: BenchStore['name'];
  /** One impact of all. */
  readonly impactMs: number;
  /** A search for each, one after the other. */
  readonly searchesMs: number;
  /** A search for each, all at once. */
  readonly searchesAtOnceMs: number;
}

const projectId = 'project-7';
const ROUNDS = 15;

/** Nearly each is touched by one change request. */
const TARGETS = Array.from({ length: 1_000 }, (_, index): SearchedTarget => {
  if (index % 3 === 0) return { kind: 'strategy', id: `s-${index}` };
  return index % 3 === 1
    ? { kind: 'feature', name: `f-${index}` }
    : { kind: 'featureVariants', feature: `f-${index}` };
});

/** Measures impacts beside the searches that find the same, in stores of this size. */
export async function measureImpact(count: number): Promise<readonly ImpactTimes[]> {
  const measured: ImpactTimes[] = [];
  for (const open of [postgresWith, sqliteWith]) {
    const opened = await open(changeRequests(count));
    measured.push({ store: opened.name, ...(await timesOf(opened.store)) });
    await opened.remove();
  }
  return measured;
}

async function timesOf({ reader }: Store): Promise<Omit<ImpactTimes, 'store'>> {
  const asked = TARGETS.map((target) => ({ target }));
  const search = async (target: SearchedTarget): Promise<number> =>
    (await reader.search({ projectId, anyOf: [target] }))._unsafeUnwrap().changeRequests.length;
  const took = { impactMs: [], searchesMs: [], searchesAtOnceMs: [] } as Record<string, number[]>;
  const time = async (what: string, work: () => Promise<number>): Promise<number> => {
    const begun = performance.now();
    const found = await work();
    took[what]?.push(performance.now() - begun);
    return found;
  };
  // In turn, so that other load on the machine affects them alike.
  for (let round = 0; round < ROUNDS; round++) {
    const found = [
      await time('impactMs', async () => {
        const impact = await reader.impact({ asked, projectIds: [projectId] });
        return sum(impact._unsafeUnwrap().targets.map((each) => each.count));
      }),
      await time('searchesMs', async () => {
        let hits = 0;
        for (const target of TARGETS) hits += await search(target);
        return hits;
      }),
      await time('searchesAtOnceMs', async () => sum(await Promise.all(TARGETS.map(search)))),
    ];
    if (new Set(found).size !== 1) throw new Error(`found ${found.join(', ')}`);
  }
  const medianOf = (what: string): number =>
    took[what]?.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  return {
    impactMs: medianOf('impactMs'),
    searchesMs: medianOf('searchesMs'),
    searchesAtOnceMs: medianOf('searchesAtOnceMs'),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
