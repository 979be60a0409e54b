import type { ScheduledChangeRequest } from '@forewarn/core';
import { MAX_SHORT_ROWS } from '@forewarn/store-sql';
import { expect, it } from 'vitest';
import { entries, newPath, observing, openStore, scheduled } from './open-store.ts';

/** More than a read on the event loop may find. */
const MANY = MAX_SHORT_ROWS + 1;
const REASON = new Error('the client disconnected');

const using = (id: number, name: string): ScheduledChangeRequest => ({
  ...scheduled(id),
  features: [{ name: 'checkout', changes: [{ action: 'addStrategy', payload: { name } }] }],
});

/** A store with many change requests that add a strategy of one definition, and the statements since then. */
async function openStoreOfMany(name: string) {
  const statements: string[] = [];
  let meanwhile: (() => Promise<unknown>) | undefined;
  const statement = async <T>(text: string, send: () => Promise<T>): Promise<T> => {
    statements.push(text);
    const result = await send();
    // The count before a read, which decides whether it is long, holds the connection of the writes.
    const isLongRead = /touches|change_requests/.test(text) && !text.includes('as found from');
    if (!isLongRead) return result;
    const work = meanwhile;
    meanwhile = undefined;
    await work?.();
    return result;
  };
  const store = await openStore(await newPath(), {
    observer: { ...observing(() => {}), statement },
  });
  const definition = { name, parameters: [], deprecated: false, editable: true };
  if (name !== 'default') (await store.strategies.register(definition, 'ann'))._unsafeUnwrap();
  (await store.transfer.import(entries(MANY, (id) => using(id, name))))._unsafeUnwrap();
  statements.length = 0;
  /** Runs work while the next long read is in progress: after its first statement. */
  const during = (work: () => Promise<unknown>): void => void (meanwhile = work);
  const put = async (each: ScheduledChangeRequest): Promise<void> => {
    (await store.writer.put(each, 'bob'))._unsafeUnwrap();
  };
  return { store, statements, during, put };
}

const other = (id: number) => ({ ...using(id, 'other'), features: [] });

it('lets others write while it reads the use of a strategy definition', async () => {
  const { store, during, put } = await openStoreOfMany('region');
  during(() => put(other(MANY + 1)));
  expect((await store.strategies.findUse('region'))._unsafeUnwrap().touching).toHaveLength(MANY);
});

it('lets others write while it reads an impact and a filtered page', async () => {
  const { store, during, put } = await openStoreOfMany('region');
  const target = { kind: 'strategyDefinition', name: 'region' } as const;
  during(() => put(other(MANY + 1)));
  const impact = await store.reader.impact({ asked: [{ target }], projectIds: ['shop'] });
  const [found] = impact._unsafeUnwrap().targets;
  expect([found?.count, found?.touching.length]).toEqual([MANY, 100]);

  const rare = { projectIds: ['shop'], environments: ['rare'], limit: 5, maxBytes: 1e6 };
  const last = { ...using(MANY, 'region'), environment: 'rare' };
  await put(last);
  during(() => put(other(MANY + 2)));
  const page = await store.reader.list(rare);
  expect(page._unsafeUnwrap()).toMatchObject({ changeRequests: [last], hasMore: false });
});

it('checks a guarded delete of many uses once, although others write meanwhile', async () => {
  const { store, during, put } = await openStoreOfMany('region');
  const { touching } = (await store.strategies.findUse('region'))._unsafeUnwrap();
  const seen: unknown[] = [];
  let written: Promise<void> | undefined;
  // It has the write lock: the write waits for it.
  during(async () => void (written = put(other(MANY + 1))));
  const deleted = store.strategies.deleteIf('region', 'ann', (use) => seen.push(use.touching) > 0);
  expect((await deleted).isOk()).toBe(true);
  expect(seen).toEqual([touching]);
  await written;
});

it('stops to read the use of a strategy definition when the signal is aborted', async () => {
  const { store, during } = await openStoreOfMany('region');
  const end = new AbortController();
  during(async () => end.abort(REASON));
  const use = store.strategies.findUse('region', { signal: end.signal });
  expect((await use)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
});

it('hashes no change request that uses a built-in definition, which can not be deleted', async () => {
  const { store, statements } = await openStoreOfMany('default');
  const { touching } = (await store.strategies.findUse('default'))._unsafeUnwrap();
  expect(touching).toHaveLength(MANY);
  expect(statements).not.toEqual([]);
  expect(statements.filter((text) => /sha256|body/.test(text))).toEqual([]);
});
