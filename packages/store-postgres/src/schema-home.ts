import { MIGRATION_TABLE, type TableHome, tableNamesWith, type Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { connectionError } from './session/postgres-errors.ts';
import type { TableSettings } from './session/postgres-settings.ts';

/** Where our tables are. */
export type SchemaHome = TableHome & { readonly schema: string };

/** Those that hold each name. The second one holds bytes. */
const ENCODINGS: ReadonlySet<string> = new Set(['UTF8', 'SQL_ASCII']);

/** Finds where our tables are. Without a schema in the settings: where the server finds them, or makes them. */
export async function homeOf(
  db: Kysely<Tables>,
  { schema: named, capabilities }: TableSettings,
): Promise<SchemaHome> {
  const home = { isShared: true, tableNames: tableNamesWith(capabilities) };
  if (named !== undefined) return { schema: named, ...home };
  const { rows } = await sql<{ schema: string | null; encoding: string }>`
    select current_setting('server_encoding') as encoding, coalesce(
      (select s.name from unnest(current_schemas(false)) with ordinality as s (name, no)
        where to_regclass(quote_ident(s.name) || '.' || ${MIGRATION_TABLE}) is not null
        order by s.no limit 1),
      current_schema()) as schema`.execute(db);
  const [{ schema, encoding } = { schema: null, encoding: '' }] = rows;
  if (!ENCODINGS.has(encoding)) {
    const what = `the encoding of the database is ${encoding}: create one with "encoding 'UTF8' template template0"`;
    throw connectionError(new Error(what));
  }
  if (typeof schema !== 'string') {
    throw connectionError(new Error("no schema of the role's search_path exists"));
  }
  return { schema, ...home };
}
