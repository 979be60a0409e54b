import type { PortResult, ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { entries, newPath, observing, openStore, scheduled } from './open-store.ts';

const MANY = 20_000;
const REASON = new Error('the client disconnected');

const using = (id: number, name: string): ScheduledChangeRequest => ({
  ...scheduled(id),
  features: [{ name: 'checkout', changes: [{ action: 'addStrategy', payload: { name } }] }],
});

/** A store with many change requests that add a strategy of one definition, and the statements since then. */
async function openStoreOfMany(name: string) {
  const statements: string[] = [];
  const observer = observing((text) => void statements.push(text));
  const store = await openStore(await newPath(), { observer });
  const definition = { name, parameters: [], deprecated: false, editable: true };
  if (name !== 'default') (await store.strategies.register(definition, 'ann'))._unsafeUnwrap();
  (await store.transfer.import(entries(MANY, (id) => using(id, name))))._unsafeUnwrap();
  statements.length = 0;
  return { store, statements };
}

/** Runs a call while another client writes. Returns which of the two ended first. */
async function firstOf(call: PortResult<unknown, unknown>, { writer }: Store) {
  const ended: string[] = [];
  const other = { ...using(MANY + 1, 'other'), features: [] };
  await Promise.all([
    call.then(() => ended.push('the call')),
    writer.put(other, 'bob').then((put) => {
      put._unsafeUnwrap();
      return ended.push('the write');
    }),
  ]);
  return ended[0];
}

it('lets others write while it reads the use of a strategy definition', async () => {
  const { store } = await openStoreOfMany('region');
  const use = store.strategies.findUse('region');
  expect(await firstOf(use, store)).toBe('the write');
  expect((await use)._unsafeUnwrap().touching).toHaveLength(MANY);
});

it('lets others write while it reads an impact and a filtered page', async () => {
  const { store } = await openStoreOfMany('region');
  const target = { kind: 'strategyDefinition', name: 'region' } as const;
  const impact = store.reader.impact({ asked: [{ target }], projectIds: ['shop'] });
  expect(await firstOf(impact, store)).toBe('the write');
  const [found] = (await impact)._unsafeUnwrap().targets;
  expect([found?.count, found?.touching.length]).toEqual([MANY, 100]);

  const rare = { projectIds: ['shop'], environments: ['rare'], limit: 5, maxBytes: 1e6 };
  const last = { ...using(MANY, 'region'), environment: 'rare' };
  (await store.writer.put(last, 'ann'))._unsafeUnwrap();
  const page = store.reader.list(rare);
  expect(await firstOf(page, store)).toBe('the write');
  expect((await page)._unsafeUnwrap()).toMatchObject({ changeRequests: [last], hasMore: false });
});

it('checks a guarded delete of many uses once, however often others write', async () => {
  const { store } = await openStoreOfMany('region');
  const { touching } = (await store.strategies.findUse('region'))._unsafeUnwrap();
  const seen: unknown[] = [];
  const deleted = store.strategies.deleteIf('region', 'ann', (use) => seen.push(use.touching) > 0);
  const end = new AbortController();
  void deleted.then(() => end.abort());
  for (let id = MANY + 1; !end.signal.aborted; id += 1) {
    (await store.writer.put(using(id, 'other'), 'bob'))._unsafeUnwrap();
  }
  expect((await deleted).isOk()).toBe(true);
  expect(seen).toEqual([touching]);
});

it('shows a guarded delete what was recorded while it read the use', async () => {
  const { store } = await openStoreOfMany('region');
  const seen: number[] = [];
  const deleted = store.strategies.deleteIf(
    'region',
    'ann',
    ({ touching }) => seen.push(touching.length) > 0,
  );
  (await store.writer.put(using(MANY + 1, 'region'), 'bob'))._unsafeUnwrap();
  expect((await deleted).isOk()).toBe(true);
  expect(seen.at(-1)).toBe(MANY + 1);
});

it('stops to read the use of a strategy definition when the signal is aborted', async () => {
  const { store } = await openStoreOfMany('region');
  const end = new AbortController();
  const use = store.strategies.findUse('region', { signal: end.signal });
  (await store.projects.register({ id: 'other', name: 'other' }, 'bob'))._unsafeUnwrap();
  end.abort(REASON);
  expect((await use)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
});

it('hashes no change request that uses a built-in definition, which can not be deleted', async () => {
  const { store, statements } = await openStoreOfMany('default');
  const { touching } = (await store.strategies.findUse('default'))._unsafeUnwrap();
  expect(touching).toHaveLength(MANY);
  expect(statements).not.toEqual([]);
  expect(statements.filter((text) => /sha256|body/.test(text))).toEqual([]);
});
