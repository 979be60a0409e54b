import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { entries, newPath, observing, openStore, scheduled } from './open-store.ts';

const REASON = new Error('the client disconnected');
/** As many batches, of an import as well as of a delete. */
const BATCHES = 20;

const large = (id: number): ScheduledChangeRequest => ({
  ...scheduled(id),
  title: 'x'.repeat(200_000),
});

/** A store, and a way to abort a call at a statement and to count those after it. */
async function openObserved() {
  let abortAt: RegExp | undefined;
  let sentLater = 0;
  const end = new AbortController();
  const observer = observing((text) => {
    if (end.signal.aborted) sentLater += 1;
    else if (abortAt?.test(text) === true) end.abort(REASON);
  });
  const store = await openStore(await newPath(), { observer });
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
  abortAt(/^insert into "change_requests"/);

  const imported = await store.transfer.import(entries(BATCHES, large), { signal });

  expect(imported._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  expect(sentLater()).toBeLessThan(BATCHES);
  expect(await countOf(store)).toBe(0);
});

it('stops the delete of a project at the next batch when its signal is aborted', async () => {
  const { store, signal, abortAt, sentLater } = await openObserved();
  const count = 500 * BATCHES;
  (await store.transfer.import(entries(count)))._unsafeUnwrap();
  abortAt(/^delete from "change_requests"/);

  const deleted = await store.projects.delete('shop', 'ann', { signal });

  expect(deleted._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  expect(sentLater()).toBeLessThan(BATCHES);
  expect(await countOf(store)).toBe(count);
});
