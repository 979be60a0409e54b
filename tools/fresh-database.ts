import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A new database on the Postgres server of the test run. */
export interface FreshDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes a database, so that tests can run in parallel on one server.
 *
 * @param template the database to copy, which must have no connections; default: an empty one
 */
export async function freshDatabase(template = 'template1'): Promise<FreshDatabase> {
  const server = inject('postgresUrl');
  const name = `forewarn_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client(server);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}
