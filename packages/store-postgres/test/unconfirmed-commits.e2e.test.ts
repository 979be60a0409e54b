import { expect, it } from 'vitest';
import { changeRequest, openDatabase, outcomeOf, registerShop } from './open-database.ts';

const WARN_AT_COMMIT = `
  create function warn() returns trigger language plpgsql as $$
    begin raise warning 'another machine did not respond'; return null; end $$;
  create constraint trigger warn_at_commit after insert on change_requests
    deferrable initially deferred for each row execute function warn();
  create constraint trigger warn_at_commit after delete on strategies
    deferrable initially deferred for each row execute function warn()`;

it('reports a write as unavailable when the server warns about its commit', async () => {
  const { open, connect } = await openDatabase();
  const store = await open();
  await registerShop(store);
  const client = await connect();
  await client.query(WARN_AT_COMMIT);
  const put = await store.writer.put(changeRequest(1, 'one'), 'ann');
  expect(outcomeOf(put)).toBe('StoreUnavailable');
  // It was committed, and the next try finds it.
  const again = await store.writer.put(changeRequest(1, 'one'), 'ann');
  expect(again._unsafeUnwrap()).toBe('unchanged');
});

it('reports a delete in one statement as unavailable when the server warns about its commit', async () => {
  const { open, connect } = await openDatabase();
  const store = await open();
  const definition = { name: 'holidaySale', parameters: [], deprecated: false, editable: true };
  (await store.strategies.register(definition, 'ann'))._unsafeUnwrap();
  const client = await connect();
  await client.query(WARN_AT_COMMIT);
  expect(outcomeOf(await store.strategies.delete('holidaySale', 'ann'))).toBe('StoreUnavailable');
  // It was committed.
  expect(outcomeOf(await store.strategies.delete('holidaySale', 'ann'))).toBe('StrategyNotFound');
});

it('ignores a warning about a statement in a transaction', async () => {
  const { open, connect } = await openDatabase();
  const store = await open();
  await registerShop(store);
  const client = await connect();
  await client.query(WARN_AT_COMMIT.replaceAll('initially deferred', 'initially immediate'));
  expect(outcomeOf(await store.writer.put(changeRequest(1, 'one'), 'ann'))).toBe('ok');
});
