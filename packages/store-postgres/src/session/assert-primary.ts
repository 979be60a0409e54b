import type { Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { ReadOnlyServer } from './postgres-errors.ts';

/** How long a check of a connection's server holds, in milliseconds. */
const CHECK_MS = 1_000;
/** When the server of each connection was checked. */
const checked = new WeakMap<Kysely<Tables>, number>();

/** Makes a read throw `ReadOnlyServer` when the server is read-only: it may lack what its primary has, or have what is gone there. */
export const onPrimary =
  <T>(read: (db: Kysely<Tables>) => Promise<T>) =>
  async (db: Kysely<Tables>): Promise<T> => {
    await assertPrimary(db);
    return read(db);
  };

/**
 * Throws `ReadOnlyServer` when the server is read-only. A primary becomes a standby only by a restart, which ends its
 * connections; so once a second is enough on each.
 */
export async function assertPrimary(db: Kysely<Tables>): Promise<void> {
  const now = performance.now();
  if (now - (checked.get(db) ?? -Infinity) < CHECK_MS) return;
  const { rows } = await sql<{ read_only: string }>`
    select current_setting('transaction_read_only') as read_only`.execute(db);
  if (rows.some((each) => each.read_only === 'on')) throw new ReadOnlyServer();
  checked.set(db, now);
}
