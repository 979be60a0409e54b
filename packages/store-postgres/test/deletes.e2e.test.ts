import type { Store } from '@forewarn/core';
import { expect, it } from 'vitest';
import { definition, openShop, outcomeOf, spyOnStatements, untilBlocked } from './open-database.ts';

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

it('deletes definitions in one statement when they wait at the same moment', async () => {
  const names = Array.from({ length: 50 }, (_, no) => `name ${no}`);
  const { store, remove } = await openWith(names);
  const { take } = spyOnStatements();
  const deleted = await Promise.all(names.map((name) => remove(name, `by ${name}`)));
  const sent = take().filter(({ text }) => text.includes('delete from strategies')).length;
  expect(deleted).toEqual(names.map(() => 'ok'));
  expect(sent).toBeLessThanOrEqual(2);
  const events = await deletedEvents(store);
  expect(new Set(events)).toEqual(
    new Set(names.map((name) => ({ createdBy: `by ${name}`, preData: definition(name) }))),
  );
});

it('gives each delete of a statement its own outcome', async () => {
  const { store, remove } = await openWith(['a', 'b']);
  const outcomes = await Promise.all(
    ['a', 'absent', 'default', 'b', 'a', 'absent'].map((name, no) => remove(name, `by ${no}`)),
  );
  expect(outcomes).toEqual([
    'ok',
    'StrategyNotFound',
    'StrategyNotEditable',
    'ok',
    'StrategyNotFound',
    'StrategyNotFound',
  ]);
  expect((await deletedEvents(store)).map(({ createdBy }) => createdBy).toSorted()).toEqual([
    'by 0',
    'by 3',
  ]);
});

it('fails only the delete that the server refuses', async () => {
  const { store, holder, remove } = await openWith(['a', 'guarded', 'b']);
  await holder.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before delete on strategies
      for each row when (old.name = 'guarded') execute function refuse();
    commit`);
  const outcomes = await Promise.allSettled(['a', 'guarded', 'b'].map((name) => remove(name)));
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'ok' },
    { status: 'rejected', reason: expect.objectContaining({ message: 'refused' }) },
    { status: 'fulfilled', value: 'ok' },
  ]);
  expect(await deletedEvents(store)).toHaveLength(2);
});

it('deletes nothing for a caller that gave up while its statement waited', async () => {
  const { store, holder, remove } = await openWith(['held', 'given up', 'wanted'], 2);
  await holder.query(`select from strategies where name = 'held' for update`);
  const changing = store.strategies.change('held', { kind: 'deprecate' }, 'bob');
  await untilBlocked(holder);
  const caller = new AbortController();
  const deleting = [remove('given up', 'bob', caller.signal), remove('wanted')];
  await expect.poll(() => store.connections().waiting).toBe(1);
  caller.abort();
  expect(await deleting[0]).toBe('StoreUnavailable');
  await holder.query('rollback');
  expect(outcomeOf(await changing)).toBe('ok');
  expect(await deleting[1]).toBe('ok');
  expect(outcomeOf(await store.strategies.find('given up'))).toBe('ok');
});
