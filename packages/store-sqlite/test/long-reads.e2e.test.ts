import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore, type StatementObserver } from '../src/index.ts';

const MANY = 20_000;
const REASON = new Error('the client disconnected');

const using = (id: number, name: string): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'addStrategy', payload: { name } }] }],
  segments: [],
});

async function* uses(name: string): AsyncGenerator<Result<StateEntry, never>> {
  for (let id = 1; id <= MANY; id += 1) {
    yield ok({ kind: 'scheduled', changeRequest: using(id, name) });
  }
}

/** A store with many change requests that add a strategy of one definition, and the statements since then. */
async function openStoreOfMany(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-long-reads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const statements: string[] = [];
  const observer: StatementObserver = {
    statement: (text, send) => {
      statements.push(text);
      return send();
    },
    caller: () => undefined,
    batch: (_name, _callers, work) => work(),
  };
  const store = (await openSqliteStore(join(folder, 'a.db'), { observer }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const definition = { name, parameters: [], deprecated: false, editable: true };
  if (name !== 'default') (await store.strategies.register(definition, 'ann'))._unsafeUnwrap();
  (await store.transfer.import(uses(name)))._unsafeUnwrap();
  statements.length = 0;
  return { store, statements };
}

/** Runs a call while another client writes. Returns which of the two ended first. */
async function firstOf(call: ResultAsync<unknown, unknown>, { writer }: Store) {
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

  const query = { projectIds: ['shop'], environments: ['production'], limit: 5, maxBytes: 1e6 };
  const page = store.reader.list(query);
  expect(await firstOf(page, store)).toBe('the write');
  expect((await page)._unsafeUnwrap().changeRequests.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});

it('lets others write while a guarded delete reads the use of a definition', async () => {
  const { store } = await openStoreOfMany('region');
  const { touching } = (await store.strategies.findUse('region'))._unsafeUnwrap();
  const seen: unknown[] = [];
  const deleted = store.strategies.delete('region', 'ann', {
    onlyIf: (use) => seen.push(use.touching) > 0,
  });
  expect(await firstOf(deleted, store)).toBe('the write');
  expect((await deleted).isOk()).toBe(true);
  expect(seen.at(-1)).toEqual(touching);
});

it('shows a guarded delete what was recorded while it read the use', async () => {
  const { store } = await openStoreOfMany('region');
  const seen: number[] = [];
  const deleted = store.strategies.delete('region', 'ann', {
    onlyIf: ({ touching }) => seen.push(touching.length) > 0,
  });
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
