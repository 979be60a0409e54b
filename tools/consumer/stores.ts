// Code that opens database stores, compiled and run against the packed packages.
import { strict as assert } from 'node:assert';
import { describe, it } from 'node:test';
import { contracts, suiteFor } from '@forewarn/store-contract';
import { openPostgresStore } from '@forewarn/store-postgres';
import type { SqlSession } from '@forewarn/store-sql';
import { openSqliteStore } from '@forewarn/store-sqlite';
import { sql } from 'kysely';
import { ok } from 'neverthrow';

const opened = await openSqliteStore('consumer.db');
assert.ok(opened.isOk());
const store = opened.value;

// The suite needs no vitest.
const [contract] = contracts;
assert.ok(contract !== undefined);
const { port, cases } = contract;
suiteFor({ describe, it }).describeContracts(
  'the SQLite store',
  [{ port, cases: cases.slice(0, 1) }],
  async () => ({ store, release: () => store.close() }),
);

// No server listens on port 1.
const refused = await openPostgresStore({ connectionString: 'postgres://127.0.0.1:1/none' });
assert.equal(refused.isErr() && refused.error.type, 'StoreUnavailable');

/** The packages use the application's own Kysely. */
export const countOf = (session: SqlSession) =>
  session.read(async (db) => ok(await sql`select count(*) from projects`.execute(db)));
