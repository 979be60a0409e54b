import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { makeFile, newPath, observing, openStore, registerShop } from './open-store.ts';

const FILE = 'forewarn.db';

/** A folder for a file. SQLite keeps two more files beside it while a connection is open. */
async function place() {
  const path = await newPath();
  return { path, beside: () => readdir(dirname(path)) };
}

async function use({ projects, reader, transfer }: Store): Promise<void> {
  await registerShop({ projects });
  const asked = { projectId: 'shop', anyOf: [{ kind: 'feature', name: 'a' }] } as const;
  (await reader.search(asked))._unsafeUnwrap();
  await exported(transfer);
}

async function exported(transfer: Store['transfer']): Promise<void> {
  for await (const entry of transfer.export()) entry._unsafeUnwrap();
}

it.each([
  ['was not used', async () => {}],
  ['was used', use],
])('leaves nothing open when it %s', async (_what, work: (store: Store) => Promise<void>) => {
  const { path, beside } = await place();
  const store = await openStore(path);
  await work(store);
  expect(await beside()).toHaveLength(3);

  await store.close();

  expect(await beside()).toEqual([FILE]);
});

it('returns StoreUnavailable for a file without a table, and leaves nothing open', async () => {
  const { path, beside } = await place();
  await makeFile(path);
  const other = new DatabaseSync(path);
  other.exec('drop table touches');
  other.close();

  expect((await openSqliteStore(path))._unsafeUnwrapErr().type).toBe('StoreUnavailable');

  expect(await beside()).toEqual([FILE]);
});

it('leaves nothing open when an export cannot begin', async () => {
  const { path, beside } = await place();
  const observer = observing((text) => {
    if (text === 'begin') throw new Error('no');
  });
  const store = await openStore(path, { observer });

  await expect(exported(store.transfer)).rejects.toThrow('no');
  await store.close();

  expect(await beside()).toEqual([FILE]);
});
