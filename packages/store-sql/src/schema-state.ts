import { RULE_VERSION } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** Whether a database is what this version of Forewarn expects. */
export type SchemaState = 'current' | 'older' | 'newer';

/** The database's schema, or its projection, isn't this version's: `forewarn migrate` mends an older one. */
export interface SchemaMismatch {
  readonly type: 'SchemaMismatch';
  readonly schema: 'older' | 'newer';
}

/** Migrations by name, in the order of their names: plain objects, so that they survive packing. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Compares the migrations that a database has had, and the rule that made its projection, with this version's. */
export async function schemaStateOf(
  db: Kysely<Tables>,
  migrations: Migrations,
): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return 'older';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  if (rows.some(({ name }) => !Object.hasOwn(migrations, name))) return 'newer';
  if (Object.keys(migrations).some((name) => !done.has(name))) return 'older';
  const { rule_version } = await db
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version === RULE_VERSION) return 'current';
  return rule_version < RULE_VERSION ? 'older' : 'newer';
}
