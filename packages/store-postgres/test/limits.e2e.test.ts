import { expect, it } from 'vitest';
import { openDatabase, outcomeOf, runningStatements, untilBlocked } from './open-database.ts';

const DEFINITION = { name: 'gradual', parameters: [], deprecated: false, editable: true };

/** A store with a strategy definition, and a client that locks its row. */
async function openHeld(settings: { deadlineMs: number; maxConnections?: number }) {
  const { open, connect } = await openDatabase();
  const store = await open(settings);
  (await store.strategies.register(DEFINITION, 'ann'))._unsafeUnwrap();
  const [holder, watcher] = [await connect(), await connect()];
  await holder.query('begin');
  await holder.query(`select from strategies where name = 'gradual' for update`);
  return { store, holder, watcher };
}

it.each(['delete', 'change'] as const)(
  'stops a %s at the deadline, which then has not happened',
  async (what) => {
    const { store, holder, watcher } = await openHeld({ deadlineMs: 1_000 });
    const { strategies } = store;
    const write =
      what === 'delete'
        ? strategies.delete('gradual', 'bob')
        : strategies.change('gradual', { kind: 'deprecate' }, 'bob');
    await untilBlocked(holder);
    expect(outcomeOf(await write)).toBe('StoreUnavailable');
    await expect.poll(() => runningStatements(watcher)).toEqual([]);
    await holder.query('rollback');
    expect((await strategies.find('gradual'))._unsafeUnwrap()).toEqual(DEFINITION);
    expect((await store.events.list({ limit: 10 }))._unsafeUnwrap().events).toHaveLength(1);
  },
);

it('does not reuse a connection on which a statement ran into the deadline', async () => {
  const { store, holder } = await openHeld({ deadlineMs: 2_000, maxConnections: 1 });
  const silent = store.strategies.delete('gradual', 'bob');
  await untilBlocked(holder);
  expect(outcomeOf(await silent)).toBe('StoreUnavailable');
  const others = await Promise.all([1, 2, 3].map(() => store.strategies.find('gradual')));
  expect(others.map(outcomeOf)).toEqual(['ok', 'ok', 'ok']);
});
