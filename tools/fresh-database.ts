import { inject } from 'vitest';
import { createDatabase, type FreshDatabase } from './create-database.ts';

/**
 * Makes a database on the server of the test run, so that tests can run in parallel.
 *
 * @param template the database to copy, which must have no connections; default: an empty one
 */
export const freshDatabase = (template?: string): Promise<FreshDatabase> =>
  createDatabase(inject('postgresUrl'), template);

/** The same with the schema of a store. */
export const migratedDatabase = (): Promise<FreshDatabase> =>
  freshDatabase(inject('migratedDatabase'));
