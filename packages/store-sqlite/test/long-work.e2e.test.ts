import { mkdtemp, rm } from 'node:fs/promises';
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

it('lets the event loop run while it deletes a project of many change requests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-long-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.transfer.import(entries()))._unsafeUnwrap();
  let turns = 0;
  const end = new AbortController();
  const count = async (): Promise<void> => {
    for (; !end.signal.aborted; turns += 1) await nextTurn();
  };
  const counting = count();

  const deleted = await store.projects.delete('shop', 'ann');
  end.abort();
  await counting;

  expect(deleted.isOk()).toBe(true);
  expect(turns).toBeGreaterThan(10);
});
