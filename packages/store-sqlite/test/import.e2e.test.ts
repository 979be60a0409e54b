import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

const changeRequest = (id: number): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
});

it('holds no lock while the entries of an import arrive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path, { deadlineMs: 200 }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const meanwhile: string[] = [];

  async function* pipe(): AsyncGenerator<Result<StateEntry, never>> {
    for (let id = 1; id <= 1_000; id += 1)
      yield ok({ kind: 'scheduled', changeRequest: changeRequest(id) });
    const write = await store.projects.register({ id: 'office', name: 'Office' }, 'ann');
    const other = (await openSqliteStore(path))._unsafeUnwrap();
    await other.close();
    meanwhile.push(write.isOk() ? 'written' : write.error.type);
    yield ok({ kind: 'scheduled', changeRequest: changeRequest(1_001) });
  }

  const { projects, changeRequests } = (await store.transfer.import(pipe()))._unsafeUnwrap();

  expect(meanwhile).toEqual(['written']);
  expect([projects.created, changeRequests.created]).toEqual([1, 1_001]);
});
