import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A new database on a Postgres server. */
export interface FreshDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes a database on a server.
 *
 * @param template the database to copy, which must have no connections; default: an empty one
 */
export async function createDatabase(
  server: string,
  template = 'template1',
): Promise<FreshDatabase> {
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
