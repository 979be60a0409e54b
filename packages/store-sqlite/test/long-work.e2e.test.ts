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
  let isDeleted = false;
  const watching = (async () => {
    for (; !isDeleted; turns += 1) await nextTurn();
  })();

  const deleted = await store.projects.delete('shop', 'ann');
  isDeleted = true;
  await watching;

  expect(deleted.isOk()).toBe(true);
  expect(turns).toBeGreaterThan(10);
});
