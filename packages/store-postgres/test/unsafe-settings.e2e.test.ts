import { expect, it } from 'vitest';
import { unsafeSettingsIn } from '../src/citus/distribute.ts';
import { openConnectionPool } from './open-database.ts';
import { sql } from 'kysely';

/** One machine, which runs the command itself, where Citus has its catalog and function. */
const AS_IF_ONE_MACHINE = `
  create table pg_dist_node as select 1 as nodeid, 0 as groupid, 'coordinator'::text as nodename, 5432 as nodeport;
  create function run_command_on_all_nodes(command text)
    returns table (nodeid int, success boolean, result text) language plpgsql
    as $$ begin nodeid := 1; success := true; execute command into result; return next; end $$`;

const SAFE = {
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '6s',
  idle_in_transaction_session_timeout: '10min',
};

it.each([
  [{}, []],
  [{ idle_in_transaction_session_timeout: '0' }, ['idle_in_transaction_session_timeout is 0']],
  [
    { idle_in_transaction_session_timeout: '11min' },
    ['idle_in_transaction_session_timeout is 660000'],
  ],
  [{ tcp_keepalives_idle: '7200' }, ['tcp_keepalives_idle is 7200']],
  [
    { tcp_keepalives_count: '9', tcp_keepalives_interval: '75' },
    ['tcp_keepalives_count is 9', 'tcp_keepalives_interval is 75'],
  ],
])('finds what lets locks outlive a network loss in %o', async (changed, expected) => {
  const pool = await openConnectionPool();
  const found = await pool.use(new AbortController().signal, async (db) => {
    await sql.raw(AS_IF_ONE_MACHINE).execute(db);
    for (const [name, value] of Object.entries({ ...SAFE, ...changed })) {
      await sql.raw(`set ${name} = '${value}'`).execute(db);
    }
    return unsafeSettingsIn(db);
  });
  expect(found.map(({ machine, setting, value }) => `${machine}: ${setting} is ${value}`)).toEqual(
    expected.map((each) => `coordinator:5432: ${each}`),
  );
});
