import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { definition, openShop, outcomeOf, untilBlocked } from './open-database.ts';

/** A store with strategy definitions of these names, and a client in the middle of a transaction. */
async function openWith(names: readonly string[], maxConnections?: number) {
  const { store, connect } = await openShop({ maxConnections });
  for (const name of names) {
    (await store.strategies.register(definition(name), 'ann'))._unsafeUnwrap();
  }
  const holder = await connect();
  await holder.query('begin');
  const remove = async (name: string, by = 'bob', signal?: AbortSignal) =>
    outcomeOf(await store.strategies.delete(name, by, { signal }));
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

it('deletes nothing for a caller that gave up while its delete waited', async () => {
  const { store, holder, remove } = await openWith(['held', 'given up', 'wanted'], 2);
  await holder.query(`select from strategies where name = 'held' for update`);
  const changing = store.strategies.change('held', { kind: 'deprecate' }, 'bob');
  await untilBlocked(holder);
  const caller = new AbortController();
  const deleting = [remove('given up', 'bob', caller.signal), remove('wanted')];
  await expect.poll(() => store.connections().waiting).toBe(2);
  caller.abort();
  expect(await deleting[0]).toBe('StoreUnavailable');
  await holder.query('rollback');
  expect(outcomeOf(await changing)).toBe('ok');
  expect(await deleting[1]).toBe('ok');
  expect(outcomeOf(await store.strategies.find('given up'))).toBe('ok');
});
