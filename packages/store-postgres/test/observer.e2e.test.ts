import { expect, it } from 'vitest';
import type { StatementObserver } from '../src/index.ts';
import { openDatabase } from './open-database.ts';

/** A store of a database of its own, and what its observer was told. */
async function openObserved() {
  const { open } = await openDatabase();
  const told: string[] = [];
  let calls = 0;
  const observer: StatementObserver = {
    statement: (text, send) => {
      told.push(text);
      return send();
    },
    caller: () => `call ${++calls}`,
    batch: (name, callers, work) => {
      told.push(`${name} for ${callers.join(', ')}`);
      return work();
    },
  };
  const store = await open({ maxConnections: 2, observer });
  const take = (): readonly string[] => told.splice(0);
  return { store, take };
}

const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;

it('sees each statement, without its values, and each wait for a connection', async () => {
  const { store, take } = await openObserved();
  expect(take()[0]).toBe('connect');
  await store.check();
  const checks = ['from projection', 'server_encoding', 'row_security_active'];
  expect(take()).toEqual(['connect', ...checks.map((each) => expect.stringContaining(each))]);
  (await store.projects.register({ id: 'shop', name: 'the shop' }, 'ann'))._unsafeUnwrap();
  const sent = take();
  expect(sent.at(0)).toMatch(/^begin isolation level read committed; set local/);
  expect(sent.at(-1)).toBe('commit');
  expect(sent.join('\n')).toMatch(/insert into "projects"/);
  expect(sent.join('\n')).not.toMatch(/shop|ann/);
});

it('sees the callers of a shared statement', async () => {
  const { store, take } = await openObserved();
  (await store.projects.register({ id: 'shop', name: 'shop' }, 'ann'))._unsafeUnwrap();
  take();
  const search = () => store.reader.search({ projectId: 'shop', anyOf });
  await Promise.all([search(), search(), search()]);
  const [shared, statement, ...more] = take();
  expect(shared).toBe('search for call 1, call 2, call 3');
  expect(statement).toMatch(/from touches/);
  expect(more).toEqual([]);
});

it('counts the connections of the store', async () => {
  const { store } = await openObserved();
  expect(store.connections()).toEqual({ used: 0, idle: 1, max: 2, waiting: 0 });
  const calls = [
    store.strategies.list(),
    store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'),
  ];
  for (const call of calls) (await call)._unsafeUnwrap();
  expect(store.connections()).toEqual({ used: 0, idle: 2, max: 2, waiting: 0 });
});
