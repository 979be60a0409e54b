// A platform with Kysely migrations of its own, whose database and schema are also Forewarn's.
import { strict as assert } from 'node:assert';
import { env } from 'node:process';
import { migratePostgres, openPostgresStore } from '@forewarn/store-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: env['DATABASE_URL'] });
const db = new Kysely<Record<string, object>>({ dialect: new PostgresDialect({ pool }) });
const migrations: Record<string, Migration> = {
  '001_orders': {
    up: (each) => each.schema.createTable('orders').addColumn('id', 'integer').execute(),
  },
};
const migratePlatform = async (): Promise<readonly string[]> => {
  const provider = { getMigrations: async () => migrations };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  assert.equal(error, undefined);
  return results.map(({ migrationName }) => migrationName);
};

const first = await migratePostgres({ pool });
assert.ok(first.isOk() && first.value.length > 0);
assert.deepEqual(await migratePlatform(), ['001_orders']);
migrations['002_rows'] = {
  up: (each) => each.schema.alterTable('orders').addColumn('total', 'integer').execute(),
};
assert.deepEqual(await migratePlatform(), ['002_rows']);
const second = await migratePostgres({ pool });
assert.deepEqual(second._unsafeUnwrap(), []);

// A tenant in a schema of its own, on the same pool.
const tenant = { pool, schema: 'tenant' };
assert.ok((await migratePostgres(tenant)).isOk());
const [shared, own] = [await openPostgresStore({ pool }), await openPostgresStore(tenant)];
const project = { id: 'shop', name: 'Shop' };
assert.ok((await own._unsafeUnwrap().projects.register(project, 'alice')).isOk());
assert.deepEqual((await shared._unsafeUnwrap().projects.list())._unsafeUnwrap(), []);
assert.equal((await own._unsafeUnwrap().projects.list())._unsafeUnwrap().length, 1);

await Promise.all([own, shared].map((opened) => opened._unsafeUnwrap().close()));
await db.destroy();
