import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
  for (let id = 1; id <= 2_000; id += 1) {
    yield ok({
      kind: 'scheduled',
      changeRequest: {
        id,
        project: 'shop',
        environment: 'production',
        state: 'Scheduled',
        features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
        segments: [],
      },
    });
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

it('lets the event loop run between queued writes', async () => {
  const store = await openStore();
  const [results, turns] = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        store.projects.register({ id: `project-${id}`, name: 'a' }, 'ann'),
      ),
    ),
  );
  expect(results.every((result) => result.isOk())).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(50);
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
