import { StoreBusy } from '@forewarn/core';
import { expect, it } from 'vitest';
import { openShop, untilBlocked } from './open-database.ts';

/** A store with two connections for reads, and a client that keeps all reads of change requests waiting. */
async function openLocked() {
  const { store, connect } = await openShop({ maxConnections: 4 });
  const holder = await connect();
  await holder.query('begin; lock table change_requests');
  const { signal } = new AbortController();
  const page = (caller: string) =>
    store.reader.list({ projectIds: ['shop'], limit: 1, maxBytes: 1 }, { caller, signal });
  const find = () => store.reader.find({ projectId: 'shop', id: 1 }, { signal });
  const strategies = () => store.strategies.list({ signal });
  return { holder, page, find, strategies };
}

const BUSY = { type: 'StoreUnavailable', cause: expect.any(StoreBusy) };

it('refuses further long reads of one caller at once, and keeps no others waiting', async () => {
  const { holder, page, strategies } = await openLocked();
  const admitted = Array.from({ length: 251 }, () => page('greedy'));
  await untilBlocked(holder);
  expect((await page('greedy'))._unsafeUnwrapErr()).toEqual(BUSY);
  expect((await strategies()).isOk()).toBe(true);
  let left = admitted.length;
  for (const each of admitted) void each.then(() => (left -= 1));
  const modest = page('modest');
  await holder.query('rollback');
  expect((await modest).isOk()).toBe(true);
  expect(left).toBeGreaterThan(200);
  expect((await Promise.all(admitted)).every((each) => each.isOk())).toBe(true);
});

it('refuses further reads at once while 500 wait for a connection, and accepts them afterwards', async () => {
  const { holder, find } = await openLocked();
  const admitted = Array.from({ length: 502 }, find);
  await untilBlocked(holder, 2);
  expect((await find())._unsafeUnwrapErr()).toEqual(BUSY);
  await holder.query('rollback');
  const found = [...(await Promise.all(admitted)), await find()];
  expect(new Set(found.map((each) => each._unsafeUnwrapErr().type))).toEqual(
    new Set(['ChangeRequestNotFound']),
  );
});
