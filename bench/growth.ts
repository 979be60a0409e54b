import type { Store } from '@forewarn/store';
import { inPostgres, inSqlite } from './fill-directly.ts';
import { FEATURES, PROJECTS } from './population.ts';
import { spreadOf } from './spread.ts';
import { type BenchStore, postgresWith, sqliteWith } from './stores.ts';

/** The duration of a search with ten hits in a store of some size, in microseconds. */
export interface Growth {
  readonly store: BenchStore['name'];
  readonly count: number;
  readonly p50Us: number;
}

const WARM_UP = 500;
const SEARCHES = 3_000;

/** Measures the same search in a store of each size, one search at a time. */
export async function* measureGrowth(counts: readonly number[]): AsyncGenerator<Growth> {
  for (const count of counts) {
    for (const open of [sqliteOf, postgresOf]) {
      const opened = await open(count);
      yield { store: opened.name, count, p50Us: await medianOf(opened.store) };
      await opened.remove();
    }
  }
}

const sqliteOf = (count: number): Promise<BenchStore> => sqliteWith(inSqlite(count));
const postgresOf = (count: number): Promise<BenchStore> => postgresWith(inPostgres(count));

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
  return spreadOf(took).median * 1_000;
}
