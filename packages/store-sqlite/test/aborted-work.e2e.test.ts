import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { type StatementObserver } from '../src/index.ts';
import { openStore } from './open-store.ts';

const REASON = new Error('the client disconnected');
/** As many batches, of an import as well as of a delete. */
const BATCHES = 20;

const changeRequest = (id: number, title: string): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  title,
  state: 'Scheduled',
  features: [],
  segments: [],
});

async function* entries(count: number, title: string): AsyncGenerator<Result<StateEntry, never>> {
  for (let id = 0; id < count; id += 1) {
    yield ok({ kind: 'scheduled', changeRequest: changeRequest(id, title) });
  }
}

/** A store, and a way to abort a call at a statement and to count those after it. */
async function openObserved() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-aborted-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let abortAt: RegExp | undefined;
  let sentLater = 0;
  const end = new AbortController();
  const observer: StatementObserver = {
    statement: (text, send) => {
      if (end.signal.aborted) sentLater += 1;
      else if (abortAt?.test(text) === true) end.abort(REASON);
      return send();
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const path = join(folder, 'forewarn.db');
  const store = await openStore(path, { observer });
  return {
    store,
    signal: end.signal,
    abortAt: (text: RegExp) => void (abortAt = text),
    sentLater: () => sentLater,
  };
}

const countOf = async ({ reader }: Store): Promise<number> => {
  const query = { projectIds: ['shop'], limit: 100_000, maxBytes: 1e9 };
  return (await reader.list(query))._unsafeUnwrap().changeRequests.length;
};

it('stops an import at the next batch when its signal is aborted', async () => {
  const { store, signal, abortAt, sentLater } = await openObserved();
  abortAt(/^\s*insert into "change_requests"/);

  const imported = await store.transfer.import(entries(BATCHES, 'x'.repeat(200_000)), { signal });

  expect(imported._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  expect(sentLater()).toBeLessThan(BATCHES);
  expect(await countOf(store)).toBe(0);
});

it('stops the delete of a project at the next batch when its signal is aborted', async () => {
  const { store, signal, abortAt, sentLater } = await openObserved();
  const count = 500 * BATCHES;
  (await store.transfer.import(entries(count, 'one')))._unsafeUnwrap();
  abortAt(/^delete from "change_requests"/);

  const deleted = await store.projects.delete('shop', 'ann', { signal });

  expect(deleted._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  expect(sentLater()).toBeLessThan(BATCHES);
  expect(await countOf(store)).toBe(count);
});
