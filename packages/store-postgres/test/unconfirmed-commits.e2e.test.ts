import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../tools/create-database.ts';
import { type PostgresServer, startPostgres } from '../../../tools/postgres-server.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { changeRequest, definition, openShop, outcomeOf, registerShop } from './open-database.ts';

const WARN_AT_COMMIT = `
  create function warn() returns trigger language plpgsql as $$
    begin raise warning 'this table is audited'; return null; end $$;
  create constraint trigger warn_at_commit after insert on change_requests
    deferrable initially deferred for each row execute function warn();
  create constraint trigger warn_at_commit after delete on strategies
    deferrable initially deferred for each row execute function warn()`;

describe('a trigger that warns', () => {
  it.each([
    ['at the commit', WARN_AT_COMMIT],
    ['at the statement', WARN_AT_COMMIT.replaceAll('initially deferred', 'initially immediate')],
  ])('%s leaves a write and a delete done, once', async (_when, warn) => {
    const { store, connect } = await openShop();
    (await store.strategies.register(definition(), 'ann'))._unsafeUnwrap();
    await (await connect()).query(warn);

    expect((await store.writer.put(changeRequest(1, 'one'), 'ann'))._unsafeUnwrap()).toBe(
      'created',
    );
    expect(outcomeOf(await store.strategies.delete('gradual', 'ann'))).toBe('ok');
  });
});

describe('a synchronous standby that does not confirm', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({});
  });
  afterAll(() => server.stop());

  /** A store on a server whose standby is missing, and a function that ends its waits for the standby. */
  async function openUnconfirmed() {
    const { url } = await createDatabase(server.url);
    const connectionString = url;
    (await migratePostgres({ connectionString }))._unsafeUnwrap();
    const admin = new pg.Client(server.url);
    await admin.connect();
    for (const setting of ['synchronous_commit = on', 'client_min_messages = error']) {
      await admin.query(`alter database "${new URL(url).pathname.slice(1)}" set ${setting}`);
    }
    const store = (
      await openPostgresStore({ connectionString, deadlineMs: 60_000 })
    )._unsafeUnwrap();
    await registerShop(store);
    (await store.strategies.register(definition(), 'ann'))._unsafeUnwrap();
    await admin.query("alter system set synchronous_standby_names = 'missing'");
    await admin.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await admin.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: 'missing' }]);
    // Commits wait once the process that makes checkpoints has read the setting, which it does before each of them.
    await admin.query('checkpoint');
    const cancelWait = async (): Promise<void> => {
      await expect
        .poll(async () => {
          const { rowCount } = await admin.query(
            "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
    };
    const close = async () => {
      await admin.query('alter system reset synchronous_standby_names');
      await admin.query('select pg_reload_conf()');
      await store.close();
      await admin.end();
    };
    return { store, cancelWait, close };
  }

  it('makes a write and a delete unavailable, although they are committed', async () => {
    const { store, cancelWait, close } = await openUnconfirmed();
    const put = store.writer.put(changeRequest(1, 'one'), 'ann');
    await cancelWait();
    expect(outcomeOf(await put)).toBe('StoreUnavailable');
    const removed = store.strategies.delete('gradual', 'ann');
    await cancelWait();
    expect(outcomeOf(await removed)).toBe('StoreUnavailable');
    await close();
  });
});
