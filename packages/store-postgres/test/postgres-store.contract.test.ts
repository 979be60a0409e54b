import { describeStore } from '@forewarn/store-contract';
import { afterAll, beforeAll } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

// A copy of a migrated database is made sooner than a migrated database.
let migrated: FreshDatabase;

beforeAll(async () => {
  migrated = await freshDatabase();
  (await migratePostgres({ connectionString: migrated.url }))._unsafeUnwrap();
});

afterAll(() => migrated.drop());

describeStore('the Postgres store', async () => {
  const database = await freshDatabase(migrated.name);
  const store = (await openPostgresStore({ connectionString: database.url }))._unsafeUnwrap();
  return {
    store,
    release: async () => {
      await store.close();
      await database.drop();
    },
  };
});
