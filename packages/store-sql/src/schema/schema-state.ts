import { RULE_VERSION } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { hasOtherRule } from '../projection/rebuild-projection.ts';
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

/** Where in a database the tables are. */
export interface TableHome {
  /** The schema that a table's name alone means; absent where there are no schemas. */
  readonly schema?: string;
  /** Whether other applications may have tables there, of other names. */
  readonly isShared: boolean;
}

const MIGRATION_TABLE = 'kysely_migration';
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
};

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
  if (!tables.has(MIGRATION_TABLE)) return hasRoom(tables, home) ? 'older' : 'foreign';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  const [first = ''] = Object.keys(migrations);
  if (!done.has(first) || !tables.has('projection')) return 'foreign';
  if (rows.some(({ name }) => !Object.hasOwn(migrations, name))) return 'newer';
  if (Object.keys(migrations).some((name) => !done.has(name))) return 'older';
  const { rule_version } = await db
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version > RULE_VERSION) return 'newer';
  const isRebuilt = rule_version === RULE_VERSION && !(await hasOtherRule(db));
  return isRebuilt ? 'current' : 'older';
}

async function tablesIn(db: Kysely<Tables>, { schema }: TableHome): Promise<ReadonlySet<string>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.filter((each) => each.schema === schema).map(({ name }) => name));
}

function hasRoom(tables: ReadonlySet<string>, { isShared }: TableHome): boolean {
  if (!isShared) return tables.size === 0;
  return Object.keys(OWN_TABLES).every((name) => !tables.has(name));
}
