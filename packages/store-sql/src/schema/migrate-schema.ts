import { RULE_VERSION } from '@forewarn/core';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { err, ok, type Result } from 'neverthrow';
import {
  beginRebuild,
  hasOtherRule,
  indexOtherRules,
  rebuildProjection,
  type RebuildProgress,
} from '../projection/rebuild-projection.ts';
import type { JsonRows } from '../session/json-rows.ts';
import type { SqlHooks } from '../session/sql-session.ts';
import type { SqlCapability } from '../sql-capability.ts';
import { onlyAdds } from './adding.ts';
import { type Migrations, running } from './running.ts';
import type { Tables } from './tables.ts';

/**
 * The database's schema, or its projection, isn't one with which this version runs:
 *
 * - `older`: `forewarn migrate` mends it.
 * - `in-use`: an older one that can't be migrated while another process has it open.
 * - `newer`: a newer version made it, or it has a capability that is not there.
 * - `foreign`: the database belongs to another application.
 */
export interface SchemaMismatch {
  readonly type: 'SchemaMismatch';
  readonly schema: 'older' | 'in-use' | 'newer' | 'foreign';
  /** What this version lacks, of a newer one: names of migrations, or `projection-N` for version N of the rule. */
  readonly lacks?: readonly string[];
}

/** Where in a database the tables are. */
export interface TableHome {
  /** The schema that a table's name alone means; absent where there are no schemas. */
  readonly schema?: string;
  /** Whether other applications may have tables there, of other names. */
  readonly isShared: boolean;
  /** The names of the tables, except for those of migrations. */
  readonly tableNames: readonly string[];
}

/** The table of the migrations that have run: Kysely's default can also be another application's. */
export const MIGRATION_TABLE = 'forewarn_migration';

/** The table that lets one migration run at a time. */
export const MIGRATION_LOCK_TABLE = `${MIGRATION_TABLE}_lock`;

const OWN_TABLES: { readonly [Name in keyof Tables]: true } = {
  projects: true,
  strategies: true,
  change_requests: true,
  touches: true,
  doubts: true,
  projection: true,
  events: true,
  known_name_lists: true,
  known_names: true,
};

/** The names of the tables, except for those of migrations and of capabilities. */
export const TABLE_NAMES = Object.keys(OWN_TABLES) as readonly (keyof Tables)[];

/** Returns the names of all tables, except for those of migrations. */
export const tableNamesWith = (
  capabilities: readonly Pick<SqlCapability, 'tables'>[] = [],
): readonly string[] => [
  ...TABLE_NAMES,
  ...capabilities.flatMap(({ tables }) => Object.keys(tables)),
];

/**
 * Compares the migrations that a database has had, and the rule that made its projection, with this version's. Returns
 * undefined if this version can run with them: those of a newer one may only add. A database that another application made is
 * never mistaken for an empty one.
 */
export async function schemaMismatchOf(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
): Promise<SchemaMismatch | undefined> {
  const tables = await tablesIn(db, home);
  if (!tables.has(MIGRATION_TABLE)) return mismatch(hasRoom(tables, home) ? 'older' : 'foreign');
  const done = await namesIn(db, home);
  const [first = ''] = Object.keys(migrations);
  if (!done.has(first) || !tables.has('projection')) return mismatch('foreign');
  const lacks = unknownIn(done, migrations).filter((name) => !onlyAdds(name));
  if (lacks.length > 0) return { ...mismatch('newer'), lacks };
  if (Object.keys(migrations).some((name) => !done.has(name))) return mismatch('older');
  const { rule_version } = await db
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version > RULE_VERSION) {
    return { ...mismatch('newer'), lacks: [`projection-${rule_version}`] };
  }
  const isRebuilt = rule_version === RULE_VERSION && !(await hasOtherRule(db));
  return isRebuilt ? undefined : mismatch('older');
}

const mismatch = (schema: SchemaMismatch['schema']): SchemaMismatch => ({
  type: 'SchemaMismatch',
  schema,
});

const unknownIn = (done: ReadonlySet<string>, migrations: Migrations): readonly string[] =>
  [...done].filter((name) => !Object.hasOwn(migrations, name));

async function namesIn(db: Kysely<Tables>, { schema }: TableHome): Promise<ReadonlySet<string>> {
  const path = schema === undefined ? [MIGRATION_TABLE] : [schema, MIGRATION_TABLE];
  const { rows } = await sql<{ name: string }>`select name from ${sql.id(...path)}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function tablesIn(db: Kysely<Tables>, { schema }: TableHome): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.filter((each) => each.schema === schema).map(({ name }) => name));
}

function hasRoom(tables: ReadonlySet<string>, { isShared, tableNames }: TableHome): boolean {
  return isShared ? tableNames.every((name) => !tables.has(name)) : tables.size === 0;
}

export interface MigrateOptions {
  readonly jsonRows: JsonRows;
  readonly hooks?: readonly SqlHooks[] | undefined;
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
 * Brings a schema and its projection up to date. Returns the names of the migrations that it ran, and `projection-N` if it
 * completed the projection by version N of the rule. Of several processes that do so at once, one migrates, and all rebuild.
 */
export async function migrateSchema(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
  { jsonRows, hooks = [], prepare, requireRule, progress }: MigrateOptions,
): Promise<Result<readonly string[], SchemaMismatch>> {
  const found = await schemaMismatchOf(db, migrations, home);
  if (found === undefined) return ok([]);
  if (found.schema !== 'older') return err(found);
  // One transaction for the schema: the lock that the migrator takes holds until it ends.
  const { names, total } = await db.transaction().execute(async (transaction) => {
    await prepare?.(transaction);
    const added = await addedIn(transaction, migrations, home);
    const { error, results = [] } = await new Migrator({
      db: transaction,
      provider: { getMigrations: async () => ({ ...migrations, ...added }) },
      // A capability can be added later.
      allowUnorderedMigrations: true,
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: MIGRATION_LOCK_TABLE,
      ...(home.schema === undefined ? {} : { migrationTableSchema: home.schema }),
    }).migrateToLatest();
    if (error !== undefined) throw error;
    await indexOtherRules(transaction);
    await requireRule?.(transaction);
    return {
      names: results.map(({ migrationName }) => migrationName),
      total: await beginRebuild(transaction),
    };
  });
  const isRebuilt = await rebuildProjection(db, total, { jsonRows, hooks, progress });
  return ok([...names, ...(isRebuilt ? [`projection-${RULE_VERSION}`] : [])]);
}

/** What a newer version added, which Kysely must know. It has run. */
async function addedIn(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
): Promise<Migrations> {
  const tables = await tablesIn(db, home);
  const done = tables.has(MIGRATION_TABLE) ? await namesIn(db, home) : new Set<string>();
  return Object.fromEntries(unknownIn(done, migrations).map((name) => [name, running()]));
}
