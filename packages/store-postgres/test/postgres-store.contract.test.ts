import { describeStore } from '@forewarn/store-contract';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

describeStore('the Postgres store', async () => {
  const database = await freshDatabase();
  const settings = { connectionString: database.url };
  (await migratePostgres(settings))._unsafeUnwrap();
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  return {
    store,
    release: async () => {
      await store.close();
      await database.drop();
    },
  };
});
