import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { changeRequest, openDatabase } from './open-database.ts';

it('uses no connection and no session state while the entries of an import arrive', async () => {
  const { open, connect } = await openDatabase();
  const store = await open();
  const client = await connect();
  const sessions = async (): Promise<number> => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'`,
    );
    return rows.length;
  };
  const before = await sessions();
  const meanwhile: number[] = [];
  async function* pipe(): AsyncGenerator<Result<StateEntry, never>> {
    for (let id = 1; id <= 3; id += 1) {
      meanwhile.push(await sessions());
      yield ok({ kind: 'scheduled', changeRequest: changeRequest(id, 'new') });
    }
  }

  const { changeRequests } = (await store.transfer.import(pipe()))._unsafeUnwrap();

  expect(changeRequests.created).toBe(3);
  expect(meanwhile).toEqual([before, before, before]);
});

it('makes no temporary table', async () => {
  const { open, connect } = await openDatabase();
  const client = await connect();
  const store = await open();
  await client.query(`
    create table made (name text);
    create function note() returns event_trigger language plpgsql as $$
      begin insert into made select object_identity from pg_event_trigger_ddl_commands(); end $$;
    create event trigger note on ddl_command_end execute function note()`);

  async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
    yield ok({ kind: 'scheduled', changeRequest: changeRequest(1, 'new') });
  }
  (await store.transfer.import(entries()))._unsafeUnwrap();

  expect((await client.query('select name from made')).rows).toEqual([]);
});
