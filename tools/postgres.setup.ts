import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../packages/store-postgres/src/index.ts';
import { createDatabase } from './create-database.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The name of a database with the schema, for copies. */
    migratedDatabase: string;
  }
}

/** Starts one Postgres server for the test run. Each test makes its own databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const migrated = await createDatabase(server.url);
  (await migratePostgres({ connectionString: migrated.url }))._unsafeUnwrap();
  project.provide('postgresUrl', server.url);
  project.provide('migratedDatabase', migrated.name);
  return async () => {
    await migrated.drop();
    await server.stop();
  };
}
