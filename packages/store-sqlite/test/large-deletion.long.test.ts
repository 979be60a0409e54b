import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@forewarn/core';
import type { Event } from '@forewarn/core/operator';
import { expect, it, onTestFinished } from 'vitest';
import { type SqliteOptions } from '../src/index.ts';
import { entries, newPath, openStore, scheduled } from './open-store.ts';

/** Several slices. */
const MANY = 5_000;

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

/** All events, the newest first, in pages. */
async function eventsOf({ events }: Store, limit: number): Promise<readonly Event[]> {
  const found: Event[] = [];
  for (;;) {
    const before = found.at(-1)?.id;
    const query = before === undefined ? { limit } : { limit, before };
    const page = (await events.list(query))._unsafeUnwrap();
    found.push(...page.events);
    if (!page.hasMore) return found;
  }
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

it('shows every event of the delete at once, in the same pages until all rows are removed', async () => {
  const { store, left } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  const first = await eventsOf(store, 700);
  expect(first.map(({ type }) => type)).toEqual([
    'project-deleted',
    ...Array.from({ length: MANY }, () => 'change-request-schedule-withdrawn'),
  ]);
  expect(first.slice(1).map(({ preData }) => preData)).toEqual(
    Array.from({ length: MANY }, (_, index) => scheduled(MANY - index)),
  );
  expect(new Set(first.map(({ id }) => id)).size).toBe(MANY + 1);
  let looks = 0;
  for (; left() > 0; looks += 1) expect(await eventsOf(store, 900)).toEqual(first);
  expect(looks).toBeGreaterThan(0);
  expect(await eventsOf(store, 1_000)).toEqual(first);
  const { events } = (
    await store.events.list({ limit: 10, type: 'project-deleted', project: 'shop' })
  )._unsafeUnwrap();
  expect(events).toEqual([first[0]]);
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
  const events = await eventsOf(store, 1_000);
  await store.close();
  expect(left()).toBeGreaterThan(0);
  const again = await open();
  await expect.poll(left).toBe(0);
  expect(await eventsOf(again, 1_000)).toEqual(events);
});

it('registers the project again once its rows are removed, and records in it', async () => {
  const { store, left } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  expect(left()).toBeGreaterThan(0);
  (await store.projects.register(shop, 'ann'))._unsafeUnwrap();
  expect(left()).toBe(0);
  expect((await store.writer.put(scheduled(MANY), 'ann'))._unsafeUnwrap()).toBe('created');
});

it('imports the project again once its rows are removed', async () => {
  const { store } = await openStoreOfMany();
  (await store.projects.delete('shop', 'ann'))._unsafeUnwrap();
  const { changeRequests } = (await store.transfer.import(entries(MANY)))._unsafeUnwrap();
  expect(changeRequests.created).toBe(MANY);
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
