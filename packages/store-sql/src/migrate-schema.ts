import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { err, ok, type Result } from 'neverthrow';
import type { JsonRows } from './json-rows.ts';
import { rebuildProjection } from './rebuild-projection.ts';
import { type Migrations, type SchemaMismatch, schemaStateOf } from './schema-state.ts';
import type { Tables } from './tables.ts';

/**
 * Brings a schema and its projection up to date; answers the names of the migrations that it ran. Of several processes
 * that do so at once, one migrates and the others find it done.
 */
export async function migrateSchema(
  db: Kysely<Tables>,
  migrations: Migrations,
  jsonRows: JsonRows,
): Promise<Result<readonly string[], SchemaMismatch>> {
  const schema = await schemaStateOf(db, migrations);
  if (schema === 'newer') return err({ type: 'SchemaMismatch', schema });
  if (schema === 'current') return ok([]);
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  await rebuildProjection(db, jsonRows);
  return ok(results.map(({ migrationName }) => migrationName));
}
