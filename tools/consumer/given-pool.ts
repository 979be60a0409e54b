// A platform's own pool, with the types of whatever version of pg it has.
import { strict as assert } from 'node:assert';
import {
  openPostgresStore,
  type PostgresSettings,
  type PostgresStore,
} from '@forewarn/store-postgres';
import pg from 'pg';

// No server listens on port 1.
const config: pg.PoolConfig = { host: '127.0.0.1', port: 1, password: async () => '', ssl: false };
const given: readonly PostgresSettings[] = [
  { pool: new pg.Pool(config) },
  { pool: config },
  { pool: { host: '127.0.0.1', port: 1, ssl: { rejectUnauthorized: true } } },
];
for (const settings of given) {
  const refused = await openPostgresStore(settings);
  assert.equal(refused.isErr() && refused.error.type, 'StoreUnavailable');
}

/** A client of such a pool can join a transaction. */
export const withTransaction = (store: PostgresStore, client: pg.PoolClient) =>
  store.withTransaction(client);
