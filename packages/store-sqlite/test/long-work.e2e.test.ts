import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { scheduled } from './scheduled.ts';

async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
  for (let id = 1; id <= 2_000; id += 1) {
    yield ok({ kind: 'scheduled', changeRequest: scheduled(id) });
  }
}

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-long-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return store;
}

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

it('lets the event loop run while it deletes a project of many change requests', async () => {
  const store = await openStore();
  (await store.transfer.import(entries()))._unsafeUnwrap();
  const [deleted, turns] = await turnsDuring(() => store.projects.delete('shop', 'ann'));
  expect(deleted.isOk()).toBe(true);
  expect(turns).toBeGreaterThan(10);
});

/** Keeps the processor busy. */
function spin(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

it('lets the event loop run while many writes wait', async () => {
  const store = await openStore();
  (await store.projects.register({ id: 'shop', name: 'a' }, 'ann'))._unsafeUnwrap();
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

/** A store with many change requests that add a strategy of one definition. */
async function openStoreOfMany() {
  const store = await openStore();
  const changes = [{ action: 'addStrategy', payload: { name: 'region' } }];
  async function* many(): AsyncGenerator<Result<StateEntry, never>> {
    for (let id = 0; id < MANY; id += 1) {
      const where = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
      const features = [{ name: 'checkout', changes }];
      yield ok({ kind: 'scheduled', changeRequest: { id, ...where, features, segments: [] } });
    }
  }
  (await store.transfer.import(many()))._unsafeUnwrap();
  const region = { name: 'region', parameters: [], deprecated: false, editable: true };
  (await store.strategies.register(region, 'ann'))._unsafeUnwrap();
  return store;
}

/** Makes every slice of long work as short as can be. */
function hurryTheClock(): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
  onTestFinished(() => clock.mockRestore());
}

const { signal } = new AbortController();

it('lets the event loop run while an impact reads many change requests', async () => {
  const store = await openStoreOfMany();
  const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;
  hurryTheClock();
  const [found, turns] = await turnsDuring(() =>
    store.reader.impact({ asked, projectIds: ['shop'] }, { signal }),
  );
  const [findings] = found._unsafeUnwrap().targets;
  expect([findings?.count, findings?.touching.length]).toEqual([MANY, 100]);
  expect(turns).toBeGreaterThanOrEqual(100);
});

it('moves the log of long work into the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-long-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.transfer.import(entries()))._unsafeUnwrap();

  // A copy of the file without its log.
  const copy = join(folder, 'copy.db');
  await copyFile(path, copy);
  const copied = (await openSqliteStore(copy))._unsafeUnwrap();
  onTestFinished(() => copied.close());

  expect((await copied.reader.find({ projectId: 'shop', id: 2_000 })).isOk()).toBe(true);
});

it('lets the event loop run while it records a change request that touches thousands of targets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-long-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  const segments = Array.from({ length: 10_000 }, (_, id) => id);
  let turns = 0;
  const end = new AbortController();
  const count = async (): Promise<void> => {
    for (; !end.signal.aborted; turns += 1) await nextTurn();
  };
  const counting = count();

  const recorded = await store.writer.put(
    {
      id: 1,
      project: 'shop',
      environment: 'production',
      state: 'Scheduled',
      features: [{ name: 'checkout', changes: [{ action: 'addStrategy', payload: { segments } }] }],
      segments: [],
    },
    'ann',
  );
  end.abort();
  await counting;

  expect(recorded.isOk()).toBe(true);
  expect(turns).toBeGreaterThan(9);
});
