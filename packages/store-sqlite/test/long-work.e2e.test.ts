import { copyFile } from 'node:fs/promises';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it, onTestFinished, vi } from 'vitest';
import { entries, newPath, openStore, registerShop, scheduled } from './open-store.ts';

/** Counts the turns of the event loop until the work is done. Each step of it takes longer than a slice of time. */
async function turnsDuring<T>(work: () => PromiseLike<T>): Promise<readonly [T, number]> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  const end = new AbortController();
  const count = async (): Promise<void> => {
    for (; !end.signal.aborted; turns += 1) await nextTurn();
  };
  const counting = count();
  const result = await work();
  end.abort();
  await counting;
  return [result, turns];
}

/** Counts the threads that begin from now on. */
function threadsBegun(): () => number {
  let threads = 0;
  const count = (): void => void (threads += 1);
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return () => threads;
}

/** Without a signal, the clock would be past the deadline of the store. */
const { signal } = new AbortController();
const MANY = 300;

it('lets the event loop run while many writes wait', async () => {
  const store = await openStore(await newPath());
  await registerShop(store);
  const [results, turns] = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 40 }, (_, id) => store.writer.put(scheduled(id), 'ann', { signal })),
    ),
  );
  expect(results.every((result) => result.isOk())).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(20);
});

it('lets the event loop run while an impact reads many change requests', async () => {
  const store = await openStore(await newPath());
  (await store.transfer.import(entries(MANY)))._unsafeUnwrap();
  const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;
  const [found, turns] = await turnsDuring(() =>
    store.reader.impact({ asked, projectIds: ['shop'] }, { signal }),
  );
  const [findings] = found._unsafeUnwrap().targets;
  expect([findings?.count, findings?.touching.length]).toEqual([MANY, 100]);
  expect(turns).toBeGreaterThanOrEqual(100);
});

it('moves the log of long work into the file', async () => {
  const path = await newPath();
  const store = await openStore(path);
  (await store.transfer.import(entries(2_000)))._unsafeUnwrap();

  // A copy of the file without its log.
  await copyFile(path, `${path}.copy`);
  const copied = await openStore(`${path}.copy`);

  expect((await copied.reader.find({ projectId: 'shop', id: 2_000 })).isOk()).toBe(true);
});

it('lets the event loop run while it records a change request that touches thousands of targets', async () => {
  const store = await openStore(await newPath());
  await registerShop(store);
  const segments = Array.from({ length: 10_000 }, (_, id) => id);
  const changes = [{ action: 'addStrategy', payload: { segments } }];
  const [recorded, turns] = await turnsDuring(() =>
    store.writer.put({ ...scheduled(1), features: [{ name: 'checkout', changes }] }, 'ann', {
      signal,
    }),
  );
  expect(recorded.isOk()).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(10);
});

it.each([
  ['put', async ({ writer }, large) => (await writer.put(large, 'ann')).isOk()],
  ['putAll', async ({ writer }, large) => (await writer.putAll([large], 'ann')).isOk()],
] satisfies [string, (store: Store, large: ScheduledChangeRequest) => Promise<boolean>][])(
  'lets a thread write a large change request of %s, and wait for the disk',
  async (_, record) => {
    const store = await openStore(await newPath());
    await registerShop(store);
    const threads = threadsBegun();
    expect(await record(store, { ...scheduled(1), title: 'x'.repeat(1_000_000) })).toBe(true);
    expect(threads()).toBe(1);
  },
);

it('lets a thread compare the names of a project with what very many change requests touch', async () => {
  const path = await newPath();
  const filling = await openStore(path);
  (await filling.transfer.import(entries(2_501)))._unsafeUnwrap();
  await filling.close();
  const store = await openStore(path);
  const threads = threadsBegun();
  const lists = { feature: ['checkout'] };
  const asOf = '2026-11-21T10:42:00.000Z';
  (await store.names.replace({ projectId: 'shop', asOf, lists }))._unsafeUnwrap();
  expect(threads()).toBe(1);
});
