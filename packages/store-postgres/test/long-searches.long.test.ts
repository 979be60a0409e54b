import { expect, it } from 'vitest';
import type { StatementObserver } from '../src/index.ts';
import { manyChangeRequests, openShop, outcomeOf, searchFor } from './open-database.ts';

const ALL = `'all'`;
const FEATURE = `'feature-' || i`;

/** More targets than the shop's change requests touch. */
const MANY_TARGETS = Array.from(
  { length: 500 },
  (_, no) => ({ kind: 'feature', name: `feature-${no + 1}` }) as const,
);

/** Opens a store whose shop has `count` change requests. Each touches a feature, which is an SQL expression of its id `i`. */
async function openWith(count: number, feature: string, observer?: StatementObserver) {
  const { store, connect } = await openShop({ observer });
  const client = await connect();
  await client.query(manyChangeRequests(count, feature));
  const countOf = async (name: string): Promise<number> =>
    (await store.reader.search(searchFor(name)))._unsafeUnwrap().changeRequests.length;
  return { store, client, countOf };
}

const times = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);

it('returns the same for a search with many matches, and for the others of its batch', async () => {
  const { client, countOf } = await openWith(12_000, ALL);
  await client.query(
    `insert into touches (kind, value, project_id, change_request_id, scheduled_at, influence)
      select 1, ${FEATURE}, 'shop', i, 0, 0 from generate_series(1, 100) i`,
  );
  expect(await countOf('all')).toBe(12_000);
  const long = [countOf('all'), countOf('all')];
  const short = Array.from({ length: 20 }, (_, no) => countOf(`feature-${no + 1}`));
  expect(await Promise.all(short)).toEqual(times(20, 1));
  expect(await Promise.all(long)).toEqual([12_000, 12_000]);
});

it('returns the same for searches of nothing next to almost too many matches', async () => {
  const { countOf } = await openWith(9_990, ALL);
  const names = ['all', ...Array.from({ length: 30 }, (_, no) => `none-${no}`)];
  expect(await Promise.all(names.map(countOf))).toEqual([9_990, ...times(30, 0)]);
});

it('asks identical searches of a batch once, and returns no duplicates', async () => {
  const { store } = await openWith(6_000, ALL);
  const anyOf = times(1_361, { kind: 'feature', name: 'all' } as const);
  const found = await Promise.all(
    [1, 2, 3].map(() => store.reader.search({ projectId: 'shop', anyOf })),
  );
  expect(found.map((each) => each._unsafeUnwrap().changeRequests.length)).toEqual(times(3, 6_000));
});

it('finds the same with many targets as with few', async () => {
  const { store } = await openWith(300, FEATURE);
  const found = (
    await store.reader.search({ projectId: 'shop', anyOf: MANY_TARGETS })
  )._unsafeUnwrap();
  expect(found.changeRequests.map(({ id }) => id)).toEqual(
    Array.from({ length: 300 }, (_, no) => no + 1),
  );
});

it('runs no other search again because of a known long one', async () => {
  let asked = 0;
  const observer: StatementObserver = {
    caller: () => undefined,
    statement: (_text, send) => send(),
    batch: (_name, callers, send) => {
      asked += callers.length;
      return send();
    },
  };
  const { countOf } = await openWith(12_000, ALL, observer);
  await countOf('all');
  asked = 0;

  const names = ['a', 'b', 'c', 'all', 'd', 'e', 'f'];
  await Promise.all(names.map(countOf));

  expect(asked).toBe(names.length);
});

it('lets callers with long searches take turns', async () => {
  let asked = 0;
  const begun: unknown[] = [];
  const { store } = await openWith(300, FEATURE, {
    caller: () => (asked += 1),
    statement: (_text, send) => send(),
    batch: (_name, callers, send) => {
      begun.push(...callers);
      return send();
    },
  });
  const searchBy = async (caller: string) => {
    const every = { projectId: 'shop', anyOf: MANY_TARGETS };
    (await store.reader.search(every, { caller }))._unsafeUnwrap();
  };
  await Promise.all([...Array.from({ length: 20 }, () => searchBy('greedy')), searchBy('modest')]);
  expect(begun.indexOf(21)).toBeGreaterThan(0);
  expect(begun.indexOf(21)).toBeLessThanOrEqual(3);
});

it('refuses what one caller asks while 250 of its long searches wait', async () => {
  const { store, client } = await openWith(1, FEATURE);
  const search = async (caller: string) =>
    outcomeOf(await store.reader.search({ projectId: 'shop', anyOf: MANY_TARGETS }, { caller }));
  await client.query('begin; lock table touches');
  // Two of them run.
  const waiting = Array.from({ length: 252 }, () => search('greedy'));
  expect(await search('greedy')).toBe('StoreUnavailable');
  const modest = search('modest');
  await client.query('rollback');
  expect(new Set(await Promise.all([...waiting, modest]))).toEqual(new Set(['ok']));
});
