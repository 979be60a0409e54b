import { setTimeout as delay } from 'node:timers/promises';
import { attempt, type StoreUnavailable } from '@forewarn/core';
import type { CapabilityPorts, StoreWithNames } from '@forewarn/store';
import {
  type DeleteUnlessLocked,
  migrateSchema,
  type PortsWith,
  portsWith,
  type RebuildProgress,
  type SchemaMismatch,
  schemaMismatchOf,
  type SqlCapability,
  sqlStore,
  type Tables,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { assertAllVisible, assertRestored } from './assert-all-visible.ts';
import { plainSearch } from './batches/plain-search.ts';
import { postgresSearch } from './batches/postgres-search.ts';
import {
  type CannotDistribute,
  distribute,
  isDistributed,
  type UnsafeSetting,
  unsafeSettingsIn,
} from './citus/distribute.ts';
import { routedSearch } from './citus/routed-search.ts';
import { routedSession } from './citus/routed-session.ts';
import { longReads } from './long-reads.ts';
import { migrationsWith, requireRule } from './migrations.ts';
import { postgresDelete } from './postgres-delete.ts';
import { postgresJsonRows, routedJsonRows } from './postgres-json-rows.ts';
import { homeOf, type SchemaHome } from './schema-home.ts';
import { resolveAddress } from './session/address-of-url.ts';
import type { Connections } from './session/connection-pool.ts';
import { onOwnConnection, openSession } from './session/open-session.ts';
import { isConflict, isLocked, isMadeMeanwhile, isUnavailable } from './session/postgres-errors.ts';
import type { PostgresSession, PostgresTransaction } from './session/postgres-session.ts';
import type {
  PostgresSettings,
  ResolvedSettings,
  TableSettings,
} from './session/postgres-settings.ts';
import { analyze, analyzed } from './statistics.ts';

const MAX_MIGRATION_TRIES = 5;
/** How long to wait after a lock that another client holds, in milliseconds. */
const LOCK_PAUSE_MS = 1_000;

/** A store in a Postgres database. */
export interface PostgresStore<
  Capabilities extends readonly SqlCapability[] = readonly [],
> extends StoreWithNames {
  /** Counts the connections of the pool. */
  connections(): Connections;

  /**
   * Returns the ports for use cases, in a transaction that you began on the same database:
   *
   *     const { deleteStrategy } = makeUseCases({ store: store.withTransaction(transaction), authorizer });
   *
   * - They join the transaction: you commit or roll back. What it changes, and its locks, hold until then.
   * - Each call has a savepoint, so an `Err` or an exception leaves the transaction as it was before the call, and usable.
   *   After a deadlock or another conflict, which is `StoreUnavailable`, run your whole transaction again.
   * - Await a call before your own next statement: a call that fails undoes what ran since it began.
   * - Calls take turns. A signal keeps a call from starting, or undoes it; it does not stop a running statement.
   * - A guarded delete needs the isolation level `read committed`, and throws otherwise.
   * - Others see the events once you have committed, and only then do they get ids: `events` lists none of this transaction.
   * - What reads a list takes several statements: they see one moment in a transaction that is
   *   `repeatable read`.
   * - In a transaction that is read-only, each call is `StoreUnavailable`, as on a standby.
   *
   * @param transaction the transaction of any Kysely, or a `pg` client on which you sent `begin`
   */
  withTransaction(transaction: PostgresTransaction): PortsWith<Capabilities>;
}

/**
 * Opens the store in a database whose schema {@link migratePostgres} made. Any number of processes can use one
 * database at the same time, also of two versions, the later of which only adds. Returns `SchemaMismatch` when the schema is
 * that of another version.
 */
export function openPostgresStore<
  const Capabilities extends readonly SqlCapability[] = readonly [],
>(
  settings: PostgresSettings<Capabilities>,
): ResultAsync<
  PostgresStore<Capabilities> & CapabilityPorts<Capabilities>,
  SchemaMismatch | StoreUnavailable
> {
  return resolved(settings).asyncAndThen((address) => openStore(address, settings.capabilities));
}

/** Reads the URL of the database, with the files that it names. */
const resolved = (settings: PostgresSettings): Result<ResolvedSettings, StoreUnavailable> =>
  resolveAddress(settings)
    .map((address) => ({ ...settings, ...address }))
    .mapErr((cause) => ({ type: 'StoreUnavailable', cause }));

function openStore<Capabilities extends readonly SqlCapability[]>(
  settings: ResolvedSettings,
  capabilities: Capabilities | undefined,
): ResultAsync<
  PostgresStore<Capabilities> & CapabilityPorts<Capabilities>,
  SchemaMismatch | StoreUnavailable
> {
  type Opened = PostgresStore<Capabilities> & CapabilityPorts<Capabilities>;
  const session = openSession(settings, (db) => assertAllVisible(db, settings));
  const schemaOf = session.call(undefined, async (signal) =>
    ok(
      await session.readOnce(signal, async (db) => {
        const mismatch = await mismatchOf(db, settings);
        const isRouted = await isRoutedIn(db, settings);
        if (mismatch === undefined) {
          await assertAllVisible(db, settings);
          // On several machines, a statement does not see one moment.
          if (!isRouted) await assertRestored(db);
        }
        return { mismatch, isRouted };
      }),
    ),
  );
  const store = schemaOf.andThen(({ mismatch, isRouted }): Result<Opened, SchemaMismatch> => {
    if (mismatch !== undefined) return err(mismatch);
    const { observer } = settings;
    const { connections, check, close } = session;
    const storeOn = (on: PostgresSession, deleteUnlessLocked?: DeleteUnlessLocked) => {
      const own = {
        search: postgresSearch(on, isRouted ? routedSearch : plainSearch, observer),
        deleteUnlessLocked,
        check,
        close,
      };
      const given = { ...(isRouted ? routedSession(on) : on), ...longReads(on, isRouted) };
      return { store: sqlStore(given, own, capabilities), given };
    };
    // A single statement can't take the lock that the others wait for.
    const { store: own } = storeOn(session, isRouted ? undefined : postgresDelete(session));
    return ok({
      ...own,
      transfer: analyzed(own.transfer, settings),
      connections,
      withTransaction: (transaction) => {
        const hosted = storeOn(session.withTransaction(transaction));
        return portsWith(hosted.store, hosted.given, capabilities);
      },
    });
  });
  return store.orTee(() => session.close());
}

/** Brings the schema and the projection up to date. Returns the names of the migrations that it ran. */
export function migratePostgres(
  settings: PostgresSettings,
  progress?: RebuildProgress,
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  return alone(settings, async (db) => {
    for (let tries = 1; ; tries++) {
      try {
        const home = await homeOf(db, settings);
        const migrated = await migrateSchema(db, migrationsWith(settings.capabilities), home, {
          jsonRows: (await isRoutedIn(db, settings)) ? routedJsonRows : postgresJsonRows,
          // The text of a migration never changes, so it names no schema.
          prepare: async (transaction) => {
            await sql`set local search_path to ${sql.id(home.schema)}`.execute(transaction);
          },
          requireRule,
          hooks: settings.capabilities,
          ...(progress === undefined ? {} : { progress }),
        });
        if (migrated.isOk() && migrated.value.length > 0) await analyzeIfFilled(db, home);
        return migrated;
      } catch (error) {
        const isRepeatable = isMadeMeanwhile(error) || isConflict(error) || isLocked(error);
        if (!isRepeatable || tries === MAX_MIGRATION_TRIES) throw error;
        // The nodes pass.
        if (isLocked(error)) await delay(LOCK_PAUSE_MS);
      }
    }
  });
}

/** What {@link distributePostgres} did and found. */
export interface Distributed {
  /** The names of the tables that were not distributed before. */
  readonly tables: readonly string[];
  readonly unsafeSettings: readonly UnsafeSetting[];
}

/**
 * Distributes the tables over the workers of a Citus cluster. The settings lead to its coordinator. Call it after
 * {@link migratePostgres}, while nothing writes.
 */
export function distributePostgres(
  settings: PostgresSettings & { readonly schema?: undefined },
): ResultAsync<Distributed, CannotDistribute | SchemaMismatch | StoreUnavailable> {
  return alone(
    settings,
    async (db): Promise<Result<Distributed, CannotDistribute | SchemaMismatch>> => {
      const mismatch = await mismatchOf(db, settings);
      if (mismatch !== undefined) return err(mismatch);
      const tables = await distribute(db, settings.capabilities);
      if (tables.isErr()) return err(tables.error);
      return ok({ tables: tables.value, unsafeSettings: await unsafeSettingsIn(db) });
    },
  );
}

/** An empty table without statistics is planned as one that will grow. */
async function analyzeIfFilled(db: Kysely<Tables>, home: SchemaHome): Promise<void> {
  const { rows } = await sql`
    select from ${sql.id(home.schema, 'change_requests')} limit 1`.execute(db);
  if (rows.length > 0) await analyze(db, home);
}

/** A schema that the settings name is never distributed. */
const isRoutedIn = async (db: Kysely<Tables>, { schema }: TableSettings): Promise<boolean> =>
  schema === undefined && isDistributed(db);

const alone = <T, E>(
  settings: PostgresSettings,
  work: (db: Kysely<Tables>) => Promise<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> =>
  resolved(settings).asyncAndThen((address) =>
    attempt(isUnavailable, {}, () => onOwnConnection(address, new AbortController().signal, work)),
  );

const mismatchOf = async (
  db: Kysely<Tables>,
  settings: TableSettings,
): Promise<SchemaMismatch | undefined> =>
  schemaMismatchOf(db, migrationsWith(settings.capabilities), await homeOf(db, settings));
