// Code that opens database stores, compiled and run against the packed packages.
import { strict as assert } from 'node:assert';
import { env } from 'node:process';
import { describe, it } from 'node:test';
import { contracts, suiteFor } from '@forewarn/store-contract';
import { migratePostgres, openPostgresStore } from '@forewarn/store-postgres';
import type { SqlSession } from '@forewarn/store-sql';
import { openSqliteStore } from '@forewarn/store-sqlite';
import { sql } from 'kysely';
import { ok } from 'neverthrow';

const database = { connectionString: env['DATABASE_URL'] ?? '' };
(await migratePostgres(database))._unsafeUnwrap();
const stores = [await openSqliteStore('consumer.db'), await openPostgresStore(database)];

// The suite needs no vitest.
const [contract] = contracts;
assert.ok(contract !== undefined);
const { port, cases } = contract;
for (const opened of stores) {
  const store = opened._unsafeUnwrap();
  suiteFor({ describe, it }).describeContracts(
    'a store of the packages',
    [{ port, cases: cases.slice(0, 1) }],
    async () => ({ store, release: () => store.close() }),
  );
}

/** The packages use the application's own Kysely. */
export const countOf = (session: SqlSession) =>
  session.read(async (db) => ok(await sql`select count(*) from projects`.execute(db)));
