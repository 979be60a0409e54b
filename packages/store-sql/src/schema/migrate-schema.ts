import { BUILT_IN_STRATEGY_DEFINITIONS, RULE_VERSION } from '@forewarn/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { err, ok, type Result } from 'neverthrow';
import type { JsonRows } from '../session/json-rows.ts';
import {
  beginRebuild,
  emptyIfOutdated,
  hasOtherRule,
  indexOtherRules,
  rebuildProjection,
  type RebuildProgress,
  type Transact,
} from '../projection/rebuild-projection.ts';
import { strategyRow } from '../writes/sql-strategies.ts';
import type { Tables } from './tables.ts';

/**
 * Whether the schema is that of this version of Forewarn; `foreign` means that the database belongs to another
 * application.
 */
export type SchemaState = 'current' | 'older' | 'newer' | 'foreign';

/**
 * The database's schema, or its projection, isn't this version's: `forewarn migrate` mends an older one. `in-use` means an
 * older one that can't be migrated while another process has it open.
 */
export interface SchemaMismatch {
  readonly type: 'SchemaMismatch';
  readonly schema: Exclude<SchemaState, 'current'> | 'in-use';
}

/** Migrations by name, in the order of their names: plain objects, so that they survive packing. */
export type Migrations = Readonly<Record<string, Migration>>;

/** A migration that runs statements. */
export const running = (...statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** The first migration, which creates tables. */
export const creating = (...tables: readonly string[]): Migration => ({
  async up(db: Kysely<Tables>) {
    await running(...tables).up(db);
    await db.insertInto('projection').values({ rule_version: RULE_VERSION }).execute();
    await db
      .insertInto('strategies')
      .values(BUILT_IN_STRATEGY_DEFINITIONS.map(strategyRow))
      .execute();
  },
});

/** Where in a database the tables are. */
export interface TableHome {
  /** The schema that a table's name alone means; absent where there are no schemas. */
  readonly schema?: string;
  /** Whether other applications may have tables there, of other names. */
  readonly isShared: boolean;
  /** The table of the migrations that have run. Beside it is one that locks it: see {@link lockTableOf}. */
  readonly migrationTable: string;
}

/** The usual table of the migrations that have run. */
export const MIGRATION_TABLE = 'forewarn_migration';
/** The one of earlier versions: Kysely's default, so that it can also be another application's. */
export const FORMER_MIGRATION_TABLE = 'kysely_migration';

/** The table that lets one migration run at a time. */
export const lockTableOf = (migrationTable: string): string => `${migrationTable}_lock`;

const OWN_TABLES: { readonly [Name in keyof Tables]: true } = {
  projects: true,
  strategies: true,
  change_requests: true,
  touches: true,
  doubts: true,
  projection: true,
  events: true,
  api_keys: true,
  leases: true,
  origin: true,
  known_name_lists: true,
  known_names: true,
  missing_names: true,
  forewarn_alerts: true,
  forewarn_alert_commits: true,
  forewarn_alert_marks: true,
  forewarn_webhooks: true,
  forewarn_deliveries: true,
};

/** The names of the tables, except for those of migrations. */
export const TABLE_NAMES = Object.keys(OWN_TABLES) as readonly (keyof Tables)[];

/**
 * Compares the migrations that a database has had, and the rule that made its projection, with this version's. One that
 * another application made is never mistaken for an empty one.
 */
export async function schemaStateOf(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
): Promise<SchemaState> {
  const tables = await tablesIn(db, home);
  if (!tables.has(home.migrationTable)) {
    const hasRoomOrIsOurs = hasRoom(tables, home) || (await isFormer(db, migrations, home, tables));
    return hasRoomOrIsOurs ? 'older' : 'foreign';
  }
  const done = await namesIn(db, home, home.migrationTable);
  const [first = ''] = Object.keys(migrations);
  if (!done.has(first) || !tables.has('projection')) return 'foreign';
  if ([...done].some((name) => !Object.hasOwn(migrations, name))) return 'newer';
  if (Object.keys(migrations).some((name) => !done.has(name))) return 'older';
  const { rule_version } = await db
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version > RULE_VERSION) return 'newer';
  const isRebuilt = rule_version === RULE_VERSION && !(await hasOtherRule(db));
  return isRebuilt ? 'current' : 'older';
}

async function namesIn(
  db: Kysely<Tables>,
  { schema }: TableHome,
  table: string,
): Promise<ReadonlySet<string>> {
  const path = schema === undefined ? [table] : [schema, table];
  const { rows } = await sql<{ name: string }>`select name from ${sql.id(...path)}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Whether our migrations are in the table of earlier versions. Another application has others there, or just one of that name. */
async function isFormer(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
  tables: ReadonlySet<string>,
): Promise<boolean> {
  if (!tables.has(FORMER_MIGRATION_TABLE) || !tables.has('projection')) return false;
  const done = await namesIn(db, home, FORMER_MIGRATION_TABLE);
  const isKnown = (name: string): boolean => Object.hasOwn(migrations, name);
  return done.size > 1 && [...done].every(isKnown);
}

async function tablesIn(db: Kysely<Tables>, { schema }: TableHome): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.filter((each) => each.schema === schema).map(({ name }) => name));
}

function hasRoom(tables: ReadonlySet<string>, { isShared }: TableHome): boolean {
  return isShared ? TABLE_NAMES.every((name) => !tables.has(name)) : tables.size === 0;
}

/** How a database is migrated. */
export interface MigrateOptions {
  readonly jsonRows: JsonRows;
  /** Runs first in the transaction that changes the schema. */
  readonly prepare?: (transaction: Transaction<Tables>) => Promise<void>;
  /**
   * Makes the database refuse change requests of other versions of the rule. Absent where nothing else uses the database
   * meanwhile.
   */
  readonly requireRule?: (transaction: Transaction<Tables>) => Promise<void>;
  readonly progress?: RebuildProgress;
}

/**
 * Brings a schema and its projection up to date. Returns the names of the migrations that it ran, that of
 * the table of migrations if it renamed it, and `projection-N` if it completed the projection by version N of the rule. Of several processes that do so at once, one migrates, and all
 * rebuild.
 */
export async function migrateSchema(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
  { jsonRows, prepare, requireRule, progress }: MigrateOptions,
): Promise<Result<readonly string[], SchemaMismatch>> {
  const schema = await schemaStateOf(db, migrations, home);
  if (schema === 'current') return ok([]);
  if (schema !== 'older') return err({ type: 'SchemaMismatch', schema });
  const tables = await tablesIn(db, home);
  const hasFormer =
    !tables.has(home.migrationTable) && (await isFormer(db, migrations, home, tables));
  const isShared = requireRule !== undefined;
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const rebuild = async (
    transact: Transact,
    total: number,
    isEmptied: boolean,
  ): Promise<readonly string[]> =>
    (await rebuildProjection(transact, jsonRows, total, { isShared, isEmptied, progress }))
      ? [`projection-${RULE_VERSION}`]
      : [];
  // One transaction for the schema: the lock that the migrator takes holds until it ends.
  const { names, ...unfinished } = await db.transaction().execute(async (transaction) => {
    await prepare?.(transaction);
    if (hasFormer) await renameFormer(transaction, home);
    const { error, results = [] } = await new Migrator({
      db: transaction,
      provider,
      migrationTableName: home.migrationTable,
      migrationLockTableName: lockTableOf(home.migrationTable),
      ...(home.schema === undefined ? {} : { migrationTableSchema: home.schema }),
    }).migrateToLatest();
    if (error !== undefined) throw error;
    await indexOtherRules(transaction);
    await requireRule?.(transaction);
    const total = await beginRebuild(transaction);
    const isEmptied = !isShared && (await emptyIfOutdated(transaction, total));
    const renamed = hasFormer ? [home.migrationTable] : [];
    const migrated = [...renamed, ...results.map(({ migrationName }) => migrationName)];
    if (!isShared || !(await hasNoTouches(transaction, total))) {
      return { names: migrated, left: total, isEmptied };
    }
    // An older node that still runs would find nothing until the rebuild is over.
    const rebuilt = await rebuild((work) => work(transaction), total, isEmptied);
    return { names: [...migrated, ...rebuilt], left: undefined, isEmptied };
  });
  const { left, isEmptied } = unfinished;
  if (left === undefined) return ok(names);
  const rebuilt = await rebuild((work) => db.transaction().execute(work), left, isEmptied);
  return ok([...names, ...rebuilt]);
}

/** Gives the tables of earlier versions their new names. Fails if another process has done so. */
async function renameFormer(
  transaction: Transaction<Tables>,
  { schema, migrationTable }: TableHome,
): Promise<void> {
  for (const [from, to] of [
    [lockTableOf(FORMER_MIGRATION_TABLE), lockTableOf(migrationTable)],
    [FORMER_MIGRATION_TABLE, migrationTable],
  ] as const) {
    const path = schema === undefined ? [from] : [schema, from];
    await sql`alter table ${sql.id(...path)} rename to ${sql.id(to)}`.execute(transaction);
  }
}

/** Whether no change request has touches, as after a migration that makes its tables again. */
async function hasNoTouches(transaction: Transaction<Tables>, total: number): Promise<boolean> {
  if (total === 0) return false;
  return (await transaction.selectFrom('touches').select('kind').limit(1).execute()).length === 0;
}
