import type { StatementObserver } from '@forewarn/store-sql';
import { expect, it } from 'vitest';
import { openDatabase, registerShop, searchFor } from './open-database.ts';

it('returns the same for a search with many matches, and for the others of its batch', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests select 'shop', i, 'production', null, '{}' from generate_series(1, 12000) i;
    insert into touches select 1, 'all', 'shop', i from generate_series(1, 12000) i;
    insert into touches select 1, 'feature-' || i, 'shop', i from generate_series(1, 100) i`);
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

it('asks identical searches of a batch once, and returns no duplicates', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests select 'shop', i, 'production', null, '{}' from generate_series(1, 6000) i;
    insert into touches select 1, 'all', 'shop', i from generate_series(1, 6000) i`);
  const anyOf = Array.from({ length: 1_361 }, () => ({ kind: 'feature', name: 'all' }) as const);
  const found = await Promise.all(
    [1, 2, 3].map(() => store.reader.search({ projectId: 'shop', anyOf })),
  );
  expect(found.map((each) => each._unsafeUnwrap().changeRequests.length)).toEqual([
    6_000, 6_000, 6_000,
  ]);
});

it('finds the same with many targets as with few', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests select 'shop', i, 'production', null, '{}' from generate_series(1, 300) i;
    insert into touches select 1, 'feature-' || i, 'shop', i from generate_series(1, 300) i`);
  const anyOf = Array.from(
    { length: 500 },
    (_, no) => ({ kind: 'feature', name: `feature-${no + 1}` }) as const,
  );
  const found = (await store.reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  expect(found.changeRequests.map(({ id }) => id)).toEqual(
    Array.from({ length: 300 }, (_, no) => no + 1),
  );
});

it('runs no other search again because of a known heavy one', async () => {
  const { open, connect } = await openDatabase();
  let asked = 0;
  const observer: StatementObserver = {
    caller: () => undefined,
    statement: (_text, send) => send(),
    batch: (_name, callers, send) => {
      asked += callers.length;
      return send();
    },
  };
  const store = await open({ deadlineMs: 60_000, observer });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests select 'shop', i, 'production', null, '{}' from generate_series(1, 12000) i;
    insert into touches select 1, 'all', 'shop', i from generate_series(1, 12000) i`);
  await store.reader.search(searchFor('all'));
  asked = 0;

  const names = ['a', 'b', 'c', 'all', 'd', 'e', 'f'];
  await Promise.all(names.map((name) => store.reader.search(searchFor(name))));

  expect(asked).toBe(names.length);
});

it('lets callers with heavy searches take turns', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests select 'shop', i, 'production', null, '{}' from generate_series(1, 300) i;
    insert into touches select 1, 'feature-' || i, 'shop', i from generate_series(1, 300) i`);
  const anyOf = Array.from(
    { length: 500 },
    (_, no) => ({ kind: 'feature', name: `feature-${no + 1}` }) as const,
  );
  const finished: string[] = [];
  const searchBy = async (caller: string) => {
    (await store.reader.search({ projectId: 'shop', anyOf }, { caller }))._unsafeUnwrap();
    finished.push(caller);
  };
  await Promise.all([...Array.from({ length: 20 }, () => searchBy('greedy')), searchBy('modest')]);
  expect(finished.indexOf('modest')).toBeLessThanOrEqual(4);
});
