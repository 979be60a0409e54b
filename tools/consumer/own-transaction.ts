// A platform's transactions: they delete in its own table and in Forewarn's, and both come back with a rollback.
import { strict as assert } from 'node:assert';
import { env } from 'node:process';
import { makeUseCases } from '@forewarn/use-cases';
import { migratePostgres, openPostgresStore, type PostgresStore } from '@forewarn/store-postgres';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { okAsync } from 'neverthrow';
import pg from 'pg';

const authorizer = { authenticate: () => okAsync({ name: 'ann' }), authorize: () => okAsync() };
const pool = new pg.Pool({ connectionString: env['DATABASE_URL'] });
const db = new Kysely<{ usage: { strategy: string } }>({ dialect: new PostgresDialect({ pool }) });
const settings = { pool, schema: 'forewarn' };
assert.ok((await migratePostgres(settings)).isOk());
const store = (await openPostgresStore(settings))._unsafeUnwrap();
const sale = { name: 'sale', parameters: [], deprecated: false, editable: true };
// Without a project that is live, a guarded delete can't know that nothing needs the definition.
await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
await store.projects.declareLive('shop', 'ann');
await store.strategies.register(sale, 'ann');
await sql`create table usage (strategy text)`.execute(db);
await db.insertInto('usage').values({ strategy: 'sale' }).execute();

const remaining = async () => [
  (await db.selectFrom('usage').selectAll().execute()).length,
  Number((await store.strategies.find('sale')).isOk()),
];
const deleteGuarded = async (transaction: Parameters<PostgresStore['withTransaction']>[0]) => {
  const { guardedDeleteStrategy } = makeUseCases({
    authorizer,
    store: store.withTransaction(transaction),
  });
  const deleted = await guardedDeleteStrategy({ credentials: 'any', name: 'sale' });
  assert.ok(deleted.isOk(), JSON.stringify(deleted));
};

// A transaction of Kysely.
const inKysely = async (transaction: Transaction<{ usage: { strategy: string } }>) => {
  await transaction.deleteFrom('usage').execute();
  await deleteGuarded(transaction);
  throw new Error('the platform changed its mind');
};
const readCommitted = db.transaction().setIsolationLevel('read committed');
await assert.rejects(readCommitted.execute(inKysely), /changed its mind/);
assert.deepEqual(await remaining(), [1, 1]);

// A client of pg.
for (const [end, left] of [
  ['rollback', 1],
  ['commit', 0],
] as const) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('delete from usage');
  await deleteGuarded(client);
  assert.deepEqual(await remaining(), [1, 1], 'others see nothing of it yet');
  await client.query(end);
  client.release();
  assert.deepEqual(await remaining(), [left, left]);
}

await store.close();
await db.destroy();
