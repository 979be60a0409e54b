import { expect, it } from 'vitest';
import { changeRequest, openDatabase, outcomeOf, registerShop } from './open-database.ts';

const WARN_AT_COMMIT = `
  create function warn() returns trigger language plpgsql as $$
    begin raise warning 'another machine did not respond'; return null; end $$;
  create constraint trigger warn_at_commit after insert on change_requests
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
