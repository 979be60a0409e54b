import type { ImportEntry, StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { changeRequest, openDatabase, openShop, untilBlocked } from './open-database.ts';

async function openWithClient() {
  const { open, connect } = await openDatabase();
  const [store, client] = [await open(), await connect()];
  /** Imports three change requests, and returns how many were created. */
  const importThree = async (beforeEach = async () => {}): Promise<number> => {
    async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
      for (const id of [1, 2, 3]) {
        await beforeEach();
        yield ok({ kind: 'scheduled', changeRequest: changeRequest(id, 'new') });
      }
    }
    return (await store.transfer.import(entries()))._unsafeUnwrap().changeRequests.created;
  };
  return { client, importThree };
}

it('uses no connection and no session state while the entries of an import arrive', async () => {
  const { client, importThree } = await openWithClient();
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
  expect(await importThree(async () => void meanwhile.push(await sessions()))).toBe(3);
  expect(meanwhile).toEqual([before, before, before]);
});

it('makes no temporary table', async () => {
  const { client, importThree } = await openWithClient();
  await client.query(`
    create table made (name text);
    create function note() returns event_trigger language plpgsql as $$
      begin insert into made select object_identity from pg_event_trigger_ddl_commands(); end $$;
    create event trigger note on ddl_command_end execute function note()`);
  await importThree();
  expect((await client.query('select name from made')).rows).toEqual([]);
});

it.each([
  { kind: 'ended', projectId: 'shop', id: 1, by: 'sync' },
  {
    kind: 'complete',
    projectId: 'shop',
    asOf: new Date().toISOString(),
    source: 'sync',
    by: 'sync',
  },
] as const)('records one event for what ends while it is removed: $kind', async (entry) => {
  const { store, connect } = await openShop();
  (await store.writer.put(changeRequest(1, 'new'), 'ann'))._unsafeUnwrap();
  const client = await connect();
  await client.query('begin');
  const key = { projectId: 'shop', id: 1 };
  (await store.withTransaction(client).writer.remove(key, 'bob'))._unsafeUnwrap();
  async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
    yield ok(entry);
  }
  const importing = store.transfer.import(entries());
  await untilBlocked(client);
  await client.query('commit');

  expect((await importing)._unsafeUnwrap().changeRequests.withdrawn).toBe(0);
  const type = 'change-request-schedule-withdrawn';
  const { events } = (await store.events.list({ type, limit: 10 }))._unsafeUnwrap();
  expect(events.map(({ createdBy }) => createdBy)).toEqual(['bob']);
});
