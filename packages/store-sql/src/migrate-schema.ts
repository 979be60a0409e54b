import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { RULE_VERSION } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { JsonRows } from './json-rows.ts';
import { rebuildProjection, type RebuildProgress } from './rebuild-projection.ts';
import {
  type Migrations,
  type SchemaMismatch,
  schemaStateOf,
  type TableHome,
} from './schema-state.ts';
import type { Tables } from './tables.ts';

/**
 * Brings a schema and its projection up to date. Returns the names of the migrations that it ran, and `projection-N` if
 * it rebuilt the projection by version N of the rule. Of several processes that do so at once, one migrates and the
 * others find it done.
 */
export async function migrateSchema(
  db: Kysely<Tables>,
  migrations: Migrations,
  home: TableHome,
  jsonRows: JsonRows,
  progress?: RebuildProgress,
): Promise<Result<readonly string[], SchemaMismatch>> {
  const schema = await schemaStateOf(db, migrations, home);
  if (schema === 'current') return ok([]);
  if (schema !== 'older') return err({ type: 'SchemaMismatch', schema });
  const provider = { getMigrations: async () => ({ ...migrations }) };
  // One transaction for all of it: the lock that the migrator takes holds until it ends.
  return db.transaction().execute(async (transaction) => {
    const { error, results = [] } = await new Migrator({
      db: transaction,
      provider,
      ...(home.schema === undefined ? {} : { migrationTableSchema: home.schema }),
    }).migrateToLatest();
    if (error !== undefined) throw error;
    const isRebuilt = await rebuildProjection(transaction, jsonRows, progress);
    const rebuilt = isRebuilt ? [`projection-${RULE_VERSION}`] : [];
    return ok([...results.map(({ migrationName }) => migrationName), ...rebuilt]);
  });
}
