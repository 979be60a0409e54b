import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres } from '../../store-postgres/src/index.ts';
import { postgresSession } from '../../store-postgres/src/session/postgres-session.ts';
import { describeFirstUse } from './describe-first-use.ts';

describeFirstUse('Postgres', async () => {
  const database = await freshDatabase();
  const settings = { connectionString: database.url, deadlineMs: 60_000 };
  (await migratePostgres(settings))._unsafeUnwrap();
  return { session: postgresSession(settings), remove: () => database.drop() };
});
