import { expect, it } from 'vitest';
import { distributePostgres, migratePostgres } from '../../packages/store-postgres/src/index.ts';
import { createCitusDatabase, ownDatabase, query } from './citus-database.ts';

const REMOVE_WORKERS = `
  select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid <> 0`;
const REMOVE_COORDINATOR = `
  select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid = 0`;

it.each([
  ['extension', 'drop extension citus cascade'],
  ['coordinator host', REMOVE_COORDINATOR],
  ['workers', REMOVE_WORKERS],
  ['layout', `select create_distributed_table('projection', 'rule_version')`],
])('refuses to distribute for the %s, and changes nothing', async (obstacle, statement) => {
  const database = await ownDatabase(createCitusDatabase);
  const settings = { connectionString: database.url };
  (await migratePostgres(settings))._unsafeUnwrap();
  await query(database.url, statement);
  const distributed = await distributePostgres(settings);
  expect(distributed._unsafeUnwrapErr()).toEqual({ type: 'CannotDistribute', obstacle });
  const [row] = await query<{ is_there: boolean }>(
    database.url,
    `select to_regclass('pg_dist_partition') is not null as is_there`,
  );
  if (row?.is_there !== true) return;
  const there = await query(
    database.url,
    `select from pg_dist_partition where logicalrelid in ('projects'::regclass, 'events'::regclass)`,
  );
  expect(there).toEqual([]);
});

it('refuses to distribute from a worker', async () => {
  const database = await ownDatabase(createCitusDatabase);
  const settings = { connectionString: database.workers[0] ?? '' };
  (await migratePostgres(settings))._unsafeUnwrap();
  const distributed = await distributePostgres(settings);
  const obstacle = 'coordinator';
  expect(distributed._unsafeUnwrapErr()).toEqual({ type: 'CannotDistribute', obstacle });
});
