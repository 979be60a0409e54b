import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { type Event, onEvent } from '@forewarn/record';
import { migratePostgres, openPostgresStore, type PostgresStore } from '@forewarn/store-postgres';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';

/** The platform's tables, as far as they matter here. */
interface PlatformTables {
  strategy_owners: { strategy: string; team: string };
}

/** A store in a schema of its own, on the platform's pool. */
export const openStore = (pool: Pool) => {
  const settings = { pool, schema: 'forewarn' };
  return migratePostgres(settings).andThen(() => openPostgresStore(settings));
};

/** Deletes a strategy definition, unless something scheduled uses it, and the platform's rows about it: both or none. */
export const deleteStrategy = (
  db: Kysely<PlatformTables>,
  store: PostgresStore,
  authorizer: Authorizer<string>,
  name: string,
) =>
  db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      await transaction.deleteFrom('strategy_owners').where('strategy', '=', name).execute();
      const { guardedDeleteStrategy } = makeUseCases({
        store: store.withTransaction(transaction),
        authorizer,
      });
      const deleted = await guardedDeleteStrategy({ credentials: 'ann', name });
      // Only an exception rolls back.
      if (deleted.isErr()) throw new Error(deleted.error.type);
    });

/** Reports what changes to the platform, from the event that follows `after`, until the signal is aborted. */
export const reportChanges = (
  { events }: PostgresStore,
  report: (event: Event) => Promise<void>,
  after: number,
  signal: AbortSignal,
) => onEvent(events, { after, signal }, report);
