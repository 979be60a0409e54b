import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@forewarn/core';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, type StatementObserver } from '../src/index.ts';

const FILE = 'forewarn.db';

/** A folder for a file. SQLite keeps two more files beside it while a connection is open. */
async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-closing-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { path: join(folder, FILE), beside: () => readdir(folder) };
}

async function use({ projects, reader, transfer }: Store): Promise<void> {
  (await projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
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
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  await work(store);
  expect(await beside()).toHaveLength(3);

  await store.close();

  expect(await beside()).toEqual([FILE]);
});

it('returns StoreUnavailable for a file without a table, and leaves nothing open', async () => {
  const { path, beside } = await place();
  await (await openSqliteStore(path))._unsafeUnwrap().close();
  const other = new DatabaseSync(path);
  other.exec('drop table touches');
  other.close();

  expect((await openSqliteStore(path))._unsafeUnwrapErr().type).toBe('StoreUnavailable');

  expect(await beside()).toEqual([FILE]);
});

it('leaves nothing open when an export cannot begin', async () => {
  const { path, beside } = await place();
  const observer: StatementObserver = {
    statement: (text, send) => (text === 'begin' ? Promise.reject(new Error('no')) : send()),
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const store = (await openSqliteStore(path, { observer }))._unsafeUnwrap();

  await expect(exported(store.transfer)).rejects.toThrow('no');
  await store.close();

  expect(await beside()).toEqual([FILE]);
});
