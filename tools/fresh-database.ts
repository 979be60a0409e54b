import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of its own on the run's Postgres server. */
export interface FreshDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes a database, so that tests run side by side on one server.
 *
 * @param template the database that it is a copy of, to which nobody may be connected; an empty one when absent
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
