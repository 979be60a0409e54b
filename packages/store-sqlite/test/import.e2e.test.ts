import { DatabaseSync } from 'node:sqlite';
import type { ImportEntry, StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { entries, makeFile, newPath, openStore, scheduled } from './open-store.ts';

it('holds no lock while the entries of an import arrive', async () => {
  const path = await newPath();
  const store = await openStore(path);
  const meanwhile: string[] = [];

  async function* pipe(): AsyncGenerator<Result<StateEntry, never>> {
    yield* entries(1_000);
    const write = await store.projects.register({ id: 'office', name: 'Office' }, 'ann');
    await makeFile(path);
    meanwhile.push(write.isOk() ? 'written' : write.error.type);
    yield ok({ kind: 'scheduled', changeRequest: scheduled(1_001) });
  }

  const { projects, changeRequests } = (await store.transfer.import(pipe()))._unsafeUnwrap();

  expect(meanwhile).toEqual(['written']);
  expect([projects.created, changeRequests.created]).toEqual([1, 1_001]);
});

it('withdraws thousands that a complete import does not list, and no others', async () => {
  const store = await openStore(await newPath());
  const ids = Array.from({ length: 5_000 }, (_, id) => id);
  const kept = [0, 1_999, 2_000, 2_001, 4_999, 5_000];

  async function* listing(listed: readonly number[]): AsyncGenerator<Result<ImportEntry, never>> {
    const complete = { kind: 'complete', projectId: 'shop', source: 'import' } as const;
    yield ok({ ...complete, asOf: '2027-01-01T00:00:00.000Z' });
    for (const id of listed) yield ok({ kind: 'scheduled', changeRequest: scheduled(id) });
  }

  (await store.transfer.import(listing(ids)))._unsafeUnwrap();
  const { changeRequests } = (await store.transfer.import(listing(kept)))._unsafeUnwrap();

  expect(changeRequests).toEqual({ created: 1, replaced: 0, unchanged: 5, withdrawn: 4_995 });
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = (await store.reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  expect(found.changeRequests.map(({ id }) => id)).toEqual(kept);
});

const indexesIn = (path: string): readonly unknown[] => {
  const db = new DatabaseSync(path);
  const rows = db.prepare("select name, sql from sqlite_master where type = 'index'").all();
  db.close();
  return rows.toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])));
};

it.each<[string, readonly ImportEntry[], readonly number[]]>([
  ['lists new ones only', [], [1, 2, 3]],
  [
    'replaces and ends what it listed before',
    [
      { kind: 'scheduled', changeRequest: { ...scheduled(2), title: 'again' } },
      { kind: 'ended', projectId: 'shop', id: 3 },
    ],
    [1, 2],
  ],
])('a first import that %s leaves the same indexes', async (_what, more, ids) => {
  const path = await newPath();
  const store = await openStore(path);
  const before = indexesIn(path);
  async function* listing(): AsyncGenerator<Result<ImportEntry, never>> {
    yield* entries(3);
    for (const each of more) yield ok(each);
  }

  (await store.transfer.import(listing()))._unsafeUnwrap();

  expect(before).not.toEqual([]);
  expect(indexesIn(path)).toEqual(before);
  const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
  const found = (await store.reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
  expect(found.changeRequests.map(({ id }) => id)).toEqual(ids);
});

it('imports a project again whose change requests are still being removed', async () => {
  const store = await openStore(await newPath());
  (await store.transfer.import(entries(3_500)))._unsafeUnwrap();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();

  const { signal } = new AbortController();
  const imported = await store.transfer.import(entries(3_500), { signal });

  expect(imported._unsafeUnwrap().changeRequests.created).toBe(3_500);
});
