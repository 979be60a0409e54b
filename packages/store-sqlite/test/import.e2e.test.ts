import type { ImportEntry, StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { entries, makeFile, newPath, openStore, scheduled } from './open-store.ts';

it('holds no lock while the entries of an import arrive', async () => {
  const path = await newPath();
  const store = await openStore(path, { deadlineMs: 200 });
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
