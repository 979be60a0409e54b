import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { SqliteOptions } from '../src/index.ts';
import { entries, newPath, openStore, scheduled } from './open-store.ts';

/** Many slices, so that rows are left while a test looks. */
const MANY = 20_000;

async function openStoreOfMany(options?: SqliteOptions) {
  const path = await newPath();
  const open = () => openStore(path, options);
  const store = await open();
  (await store.transfer.import(entries(MANY)))._unsafeUnwrap();
  const file = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => file.close());
  const count = file.prepare("select count(*) as n from change_requests where project_id = 'shop'");
  const left = () => Number(count.get()?.['n']);
  return { store, open, left };
}

const shop = { id: 'shop', name: 'shop' };

it('removes a large project in commits between which others write', async () => {
  const { store, left } = await openStoreOfMany();
  (await store.projects.register({ id: 'other', name: 'other' }, 'bob'))._unsafeUnwrap();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  const writesBetween = new Set<number>();
  for (let id = 1; left() > 0; id += 1) {
    const put = await store.writer.put({ ...scheduled(id), project: 'other' }, 'bob');
    put._unsafeUnwrap();
    writesBetween.add(left());
  }
  expect(writesBetween.size).toBeGreaterThan(3);
});

it('finds none of its change requests while they are removed', async () => {
  const { store, left } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  const key = { projectId: 'shop', id: MANY };
  expect((await store.reader.find(key))._unsafeUnwrapErr().type).toBe('ChangeRequestNotFound');
  const removed = await store.writer.remove(key, 'bob');
  expect(removed._unsafeUnwrapErr().type).toBe('ChangeRequestNotFound');
  const recorded = await store.writer.put(scheduled(MANY), 'bob');
  expect(recorded._unsafeUnwrapErr().type).toBe('ProjectNotFound');
  const exported: string[] = [];
  for await (const entry of store.transfer.export()) exported.push(entry._unsafeUnwrap().kind);
  expect(exported).not.toContain('scheduled');
  expect(left()).toBeGreaterThan(0);
});

it('goes on when the file is opened again', async () => {
  const { store, open, left } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  await store.close();
  expect(left()).toBeGreaterThan(0);
  await open();
  await expect.poll(left).toBe(0);
});

it('registers the project again once its rows are removed, and records in it', async () => {
  const { store, left } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  expect(left()).toBeGreaterThan(0);
  (await store.projects.register(shop, 'ann'))._unsafeUnwrap();
  expect(left()).toBe(0);
  expect((await store.writer.put(scheduled(MANY), 'ann'))._unsafeUnwrap()).toBe('created');
});

it('returns StoreUnavailable when the rows are not removed in time', async () => {
  const { store } = await openStoreOfMany({ deadlineMs: 20 });
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  const registered = await store.projects.register(shop, 'ann');
  expect(registered._unsafeUnwrapErr()).toMatchObject({
    type: 'StoreUnavailable',
    // The latter if the time is over while a commit of the removal holds the lock.
    cause: { message: expect.stringMatching(/shop is still being removed|longer than 20 ms/) },
  });
});
