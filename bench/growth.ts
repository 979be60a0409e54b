import type { Store } from '@forewarn/core';
import { FEATURES, PROJECTS } from './population.ts';
import { type BenchStore, memoryWith, postgresWith, sqliteWith } from './stores.ts';

/** The duration of a search with ten hits in a store of some size, in microseconds. */
export interface Growth {
  readonly store: BenchStore['name'];
  readonly count: number;
  readonly p50Us: number;
}

const WARM_UP = 500;
const SEARCHES = 3_000;

/** Measures the same search in a store of each size, one search at a time. */
export async function measureGrowth(counts: readonly number[]): Promise<readonly Growth[]> {
  const measured: Growth[] = [];
  for (const open of [memoryWith, sqliteWith, postgresWith]) {
    for (const count of counts) {
      const opened = await open(count);
      measured.push({ store: opened.name, count, p50Us: await medianOf(opened.store) });
      await opened.remove();
    }
  }
  return measured;
}

async function medianOf(store: Store): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < WARM_UP + SEARCHES; index++) {
    const begun = performance.now();
    const found = await store.reader.search({
      projectId: `project-${index % PROJECTS}`,
      anyOf: [{ kind: 'feature', name: FEATURES[10] }],
    });
    if (index >= WARM_UP) took.push(performance.now() - begun);
    if (found._unsafeUnwrap().changeRequests.length !== 10) throw new Error('expected ten hits');
  }
  const middle = took.toSorted((a, b) => a - b)[SEARCHES / 2] ?? Number.NaN;
  return middle * 1_000;
}
