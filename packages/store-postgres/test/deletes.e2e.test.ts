import type { Store } from '@forewarn/core';
import { expect, it } from 'vitest';
import { openDatabase, outcomeOf, untilBlocked } from './open-database.ts';

const DEFINITION = { parameters: [], deprecated: false, editable: true };

/** A store with strategy definitions of these names, and a client in the middle of a transaction. */
async function openWith(names: readonly string[]) {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  for (const name of names) {
    (await store.strategies.register({ name, ...DEFINITION }, 'ann'))._unsafeUnwrap();
  }
  const holder = await connect();
  await holder.query('begin');
  const remove = async (name: string) => outcomeOf(await store.strategies.delete(name, 'bob'));
  return { store, holder, remove };
}

async function deletedEvents(store: Store) {
  const { events } = (
    await store.events.list({ type: 'strategy-deleted', limit: 500 })
  )._unsafeUnwrap();
  return events.map(({ createdBy, preData }) => ({ createdBy, preData }));
}

it('deletes others while a delete waits for its row', async () => {
  const others = Array.from({ length: 10 }, (_, no) => `other ${no}`);
  const { store, holder, remove } = await openWith(['held', ...others]);
  await holder.query(`select from strategies where name = 'held' for update`);
  const held = Promise.all(['held', 'held', 'held'].map((name) => remove(name)));
  expect(await Promise.all(others.map((name) => remove(name)))).toEqual(others.map(() => 'ok'));
  expect(await deletedEvents(store)).toHaveLength(others.length);
  await untilBlocked(holder);
  await holder.query('rollback');
  expect((await held).toSorted()).toEqual(['StrategyNotFound', 'StrategyNotFound', 'ok']);
  expect(await deletedEvents(store)).toHaveLength(others.length + 1);
});

it('records what a definition was when it was deleted, not when the delete began', async () => {
  const { store, holder, remove } = await openWith(['gradual']);
  await holder.query(
    `update strategies set definition = '{"name":"gradual","title":"new","editable":true}' where name = 'gradual'`,
  );
  const deleted = remove('gradual');
  await untilBlocked(holder);
  await holder.query('commit');
  expect(await deleted).toBe('ok');
  expect(await deletedEvents(store)).toEqual([
    { createdBy: 'bob', preData: { name: 'gradual', title: 'new', editable: true } },
  ]);
});
