import { copyFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it, onTestFinished, vi } from 'vitest';
import { entries, newPath, openStore, registerShop, scheduled } from './open-store.ts';

/** Counts the turns of the event loop until the work is done. */
async function turnsDuring<T>(work: () => PromiseLike<T>): Promise<readonly [T, number]> {
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

/** Keeps the processor busy. */
function spin(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

it('lets the event loop run while many writes wait', async () => {
  const store = await openStore(await newPath());
  await registerShop(store);
  const slowly = (): boolean => {
    spin(2);
    return true;
  };
  const [results, turns] = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 40 }, (_, id) =>
        store.writer.put(scheduled(id), 'ann', { onlyIf: slowly }),
      ),
    ),
  );
  expect(results.every((result) => result.isOk())).toBe(true);
  // At most 5 ms of writes, the last of which takes 2 ms, share a turn.
  expect(turns).toBeGreaterThanOrEqual(40 / 3);
});

const MANY = 300;

/** Makes every slice of long work as short as can be. */
function hurryTheClock(): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  onTestFinished(() => clock.mockRestore());
}

it('lets the event loop run while an impact reads many change requests', async () => {
  const store = await openStore(await newPath());
  (await store.transfer.import(entries(MANY)))._unsafeUnwrap();
  const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;
  const { signal } = new AbortController();
  hurryTheClock();
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
    store.writer.put({ ...scheduled(1), features: [{ name: 'checkout', changes }] }, 'ann'),
  );
  expect(recorded.isOk()).toBe(true);
  expect(turns).toBeGreaterThan(9);
});

it.each([
  ['put', async ({ writer }, large) => (await writer.put(large, 'ann')).isOk()],
  ['putAll', async ({ writer }, large) => (await writer.putAll([large], 'ann')).isOk()],
] satisfies [string, (store: Store, large: ScheduledChangeRequest) => Promise<boolean>][])(
  'lets the event loop run while %s writes a large change request, and waits for the disk',
  async (_, record) => {
    const store = await openStore(await newPath());
    await registerShop(store);
    const large = { ...scheduled(1), title: 'x'.repeat(1_000_000) };
    const [isRecorded, turns] = await turnsDuring(() => record(store, large));
    expect(isRecorded).toBe(true);
    expect(turns).toBeGreaterThan(9);
  },
);
