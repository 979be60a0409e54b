import { RULE_VERSION } from '@forewarn/core';
import type { StatementObserver } from '@forewarn/store-sql';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { PostgresSettings, PostgresStore } from '../src/index.ts';
import { openDatabase, registerShop, searchFor } from './open-database.ts';

const ALL = `'all'`;
const FEATURE = `'feature-' || i`;

/** More targets than the shop's change requests touch. */
const MANY_TARGETS = Array.from(
  { length: 500 },
  (_, no) => ({ kind: 'feature', name: `feature-${no + 1}` }) as const,
);

/** Opens a store whose shop has `count` change requests. Each touches a feature, which is an SQL expression of its id `i`. */
async function openShop(
  count: number,
  feature: string,
  settings: Partial<PostgresSettings> = {},
): Promise<{ readonly store: PostgresStore; readonly client: pg.Client }> {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000, ...settings });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests (project_id, id, environment, body, rule_version)
      select 'shop', i, 'production', '{}', ${RULE_VERSION} from generate_series(1, ${count}) i;
    insert into touches select 1, ${feature}, 'shop', i from generate_series(1, ${count}) i`);
  return { store, client };
}

it('returns the same for a search with many matches, and for the others of its batch', async () => {
  const { store, client } = await openShop(12_000, ALL);
  await client.query(
    `insert into touches select 1, ${FEATURE}, 'shop', i from generate_series(1, 100) i`,
  );
  const search = async (name: string): Promise<number> =>
    (await store.reader.search(searchFor(name)))._unsafeUnwrap().changeRequests.length;

  expect(await search('all')).toBe(12_000);
  const heavy = [search('all'), search('all')];
  const light = await Promise.all(
    Array.from({ length: 20 }, (_, no) => search(`feature-${no + 1}`)),
  );
  expect(light).toEqual(Array.from({ length: 20 }, () => 1));
  expect(await Promise.all(heavy)).toEqual([12_000, 12_000]);
});

it('returns the same for searches of nothing next to almost too many matches', async () => {
  const { store } = await openShop(9_990, ALL);
  const names = ['all', ...Array.from({ length: 30 }, (_, no) => `none-${no}`)];

  const found = await Promise.all(names.map((name) => store.reader.search(searchFor(name))));

  expect(found.map((each) => each._unsafeUnwrap().changeRequests.length)).toEqual([
    9_990,
    ...Array.from({ length: 30 }, () => 0),
  ]);
});

it('asks identical searches of a batch once, and returns no duplicates', async () => {
  const { store } = await openShop(6_000, ALL);
  const anyOf = Array.from({ length: 1_361 }, () => ({ kind: 'feature', name: 'all' }) as const);
  const found = await Promise.all(
    [1, 2, 3].map(() => store.reader.search({ projectId: 'shop', anyOf })),
  );
  expect(found.map((each) => each._unsafeUnwrap().changeRequests.length)).toEqual([
    6_000, 6_000, 6_000,
  ]);
});

it('finds the same with many targets as with few', async () => {
  const { store } = await openShop(300, FEATURE);
  const found = (
    await store.reader.search({ projectId: 'shop', anyOf: MANY_TARGETS })
  )._unsafeUnwrap();
  expect(found.changeRequests.map(({ id }) => id)).toEqual(
    Array.from({ length: 300 }, (_, no) => no + 1),
  );
});

it('runs no other search again because of a known heavy one', async () => {
  let asked = 0;
  const observer: StatementObserver = {
    caller: () => undefined,
    statement: (_text, send) => send(),
    batch: (_name, callers, send) => {
      asked += callers.length;
      return send();
    },
  };
  const { store } = await openShop(12_000, ALL, { observer });
  await store.reader.search(searchFor('all'));
  asked = 0;

  const names = ['a', 'b', 'c', 'all', 'd', 'e', 'f'];
  await Promise.all(names.map((name) => store.reader.search(searchFor(name))));

  expect(asked).toBe(names.length);
});

it('lets callers with heavy searches take turns', async () => {
  const { store } = await openShop(300, FEATURE);
  const finished: string[] = [];
  const searchBy = async (caller: string) => {
    (
      await store.reader.search({ projectId: 'shop', anyOf: MANY_TARGETS }, { caller })
    )._unsafeUnwrap();
    finished.push(caller);
  };
  await Promise.all([...Array.from({ length: 20 }, () => searchBy('greedy')), searchBy('modest')]);
  expect(finished.indexOf('modest')).toBeLessThanOrEqual(4);
});
