import { describeStore } from '@forewarn/store-contract';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

// To make a database takes far longer than most cases: one that a case is done with is made new again for another.
const databases: FreshDatabase[] = [];
const spare: FreshDatabase[] = [];

const KEEP_WHAT_IS_NEW = 'create table new_strategies as table strategies';
const MAKE_NEW = `
  delete from events;
  delete from api_keys;
  delete from projects;
  delete from strategies;
  insert into strategies table new_strategies`;

async function run(statements: string, { url }: FreshDatabase): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

async function newDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  databases.push(database);
  (await migratePostgres({ connectionString: database.url }))._unsafeUnwrap();
  await run(KEEP_WHAT_IS_NEW, database);
  return database;
}

afterAll(() => Promise.all(databases.map((database) => database.drop())));

describeStore('the Postgres store', async () => {
  const database = spare.pop() ?? (await newDatabase());
  // What takes long because the machine is busy is no broken promise.
  const settings = { connectionString: database.url, deadlineMs: 60_000 };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  return {
    store,
    release: async () => {
      await store.close();
      await run(MAKE_NEW, database);
      spare.push(database);
    },
  };
});
