import type { Kysely, Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { RULE_VERSION } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { JsonRows } from '../session/json-rows.ts';
import {
  beginRebuild,
  indexOtherRules,
  rebuildProjection,
  type RebuildProgress,
  type Transact,
} from '../projection/rebuild-projection.ts';
import {
  type Migrations,
  type SchemaMismatch,
  schemaStateOf,
  type TableHome,
} from './schema-state.ts';
import type { Tables } from './tables.ts';

/** How a database is migrated. */
export interface MigrateOptions {
  readonly jsonRows: JsonRows;
  /**
   * Makes the database refuse change requests of other versions of the rule. Absent where nothing else uses the database
   * meanwhile.
   */
  readonly requireRule?: (transaction: Transaction<Tables>) => Promise<void>;
  readonly progress?: RebuildProgress;
}

/**
 * Brings a schema and its projection up to date. Returns the names of the migrations that it ran, and `projection-N` if
 * it completed the projection by version N of the rule. Of several processes that do so at once, one migrates, and all
 * rebuild.
 */
export async function migrateSchema(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
  { jsonRows, requireRule, progress }: MigrateOptions,
): Promise<Result<readonly string[], SchemaMismatch>> {
  const schema = await schemaStateOf(db, migrations, home);
  if (schema === 'current') return ok([]);
  if (schema !== 'older') return err({ type: 'SchemaMismatch', schema });
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const rebuild = async (transact: Transact, total: number): Promise<readonly string[]> =>
    (await rebuildProjection(transact, jsonRows, total, progress))
      ? [`projection-${RULE_VERSION}`]
      : [];
  // One transaction for the schema: the lock that the migrator takes holds until it ends.
  const { names, left } = await db.transaction().execute(async (transaction) => {
    const { error, results = [] } = await new Migrator({
      db: transaction,
      provider,
      ...(home.schema === undefined ? {} : { migrationTableSchema: home.schema }),
    }).migrateToLatest();
    if (error !== undefined) throw error;
    await indexOtherRules(transaction);
    await requireRule?.(transaction);
    const total = await beginRebuild(transaction);
    const migrated = results.map(({ migrationName }) => migrationName);
    if (requireRule === undefined || !(await isEmptied(transaction, total))) {
      return { names: migrated, left: total };
    }
    // An older node that still runs would find nothing until the rebuild is over.
    const rebuilt = await rebuild((work) => work(transaction), total);
    return { names: [...migrated, ...rebuilt], left: undefined };
  });
  if (left === undefined) return ok(names);
  const rebuilt = await rebuild((work) => db.transaction().execute(work), left);
  return ok([...names, ...rebuilt]);
}

/** Whether the projection has nothing of any change request, as after a migration that makes its tables again. */
async function isEmptied(transaction: Transaction<Tables>, total: number): Promise<boolean> {
  if (total === 0) return false;
  return (await transaction.selectFrom('touches').select('kind').limit(1).execute()).length === 0;
}
