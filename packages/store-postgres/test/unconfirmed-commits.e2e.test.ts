import { expect, it } from 'vitest';
import { changeRequest, definition, openShop, outcomeOf } from './open-database.ts';

const WARN_AT_COMMIT = `
  create function warn() returns trigger language plpgsql as $$
    begin raise warning 'another machine did not respond'; return null; end $$;
  create constraint trigger warn_at_commit after insert on change_requests
    deferrable initially deferred for each row execute function warn();
  create constraint trigger warn_at_commit after delete on strategies
    deferrable initially deferred for each row execute function warn()`;

/** A store of a server that warns about what it commits. */
async function openWarning(warnAt = WARN_AT_COMMIT) {
  const { store, connect } = await openShop();
  (await store.strategies.register(definition(), 'ann'))._unsafeUnwrap();
  await (await connect()).query(warnAt);
  const put = () => store.writer.put(changeRequest(1, 'one'), 'ann');
  const remove = async () => outcomeOf(await store.strategies.delete('gradual', 'ann'));
  return { put, remove };
}

it('reports a write as unavailable when the server warns about its commit', async () => {
  const { put } = await openWarning();
  expect(outcomeOf(await put())).toBe('StoreUnavailable');
  // It was committed, and the next try finds it.
  expect((await put())._unsafeUnwrap()).toBe('unchanged');
});

it('reports a delete in one statement as unavailable when the server warns about its commit', async () => {
  const { remove } = await openWarning();
  expect(await remove()).toBe('StoreUnavailable');
  // It was committed.
  expect(await remove()).toBe('StrategyNotFound');
});

it('ignores a warning about a statement in a transaction', async () => {
  const inTransaction = WARN_AT_COMMIT.replaceAll('initially deferred', 'initially immediate');
  const { put } = await openWarning(inTransaction);
  expect(outcomeOf(await put())).toBe('ok');
});
