import {
  describeContracts,
  impactContracts,
  listingContracts,
  type OpenStore,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres } from '../../store-postgres/src/index.ts';
import { postgresSession } from '../../store-postgres/src/session/postgres-session.ts';
import { createStore } from './first-use.example.ts';

const openOnPostgres: OpenStore = async () => {
  const database = await freshDatabase();
  const settings = { connectionString: database.url, deadlineMs: 60_000 };
  (await migratePostgres(settings))._unsafeUnwrap();
  const session = postgresSession(settings);
  const store = createStore(session, () => session.close());
  return {
    store,
    release: async () => {
      await store.close();
      await database.drop();
    },
  };
};

describeContracts("searches of the README's store, on Postgres", searchContracts, openOnPostgres);
describeContracts("impacts of the README's store, on Postgres", impactContracts, openOnPostgres);
describeContracts("listings of the README's store, on Postgres", listingContracts, openOnPostgres);
describeContracts(
  "deletes of the README's store, on Postgres",
  strategyDeleteContracts,
  openOnPostgres,
);
