import type { ImportTally, StateTransfer } from '@forewarn/record';
import { type TableHome, tableNamesWith, type Tables } from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ResultAsync } from 'neverthrow';
import { onOwnConnection } from './session/open-session.ts';
import type { ResolvedSettings } from './session/postgres-settings.ts';

/** Changes of an import from which on the planner needs new statistics. Autovacuum leaves out tables with few rows. */
const MANY_CHANGES = 1_000;

/** Refreshes the planner's statistics, except of tables that are being vacuumed, or that the role does not own. */
export const analyze = (db: Kysely<Tables>, home: NamedTables): Promise<void> =>
  forEachTable(db, home, sql`analyze (skip_locked)`);

type NamedTables = Pick<TableHome, 'tableNames'> & { readonly schema?: string | undefined };

async function forEachTable(
  db: Kysely<Tables>,
  { schema, tableNames }: NamedTables,
  command: RawBuilder<unknown>,
): Promise<void> {
  for (const name of tableNames) {
    const table = schema === undefined ? sql.id(name) : sql.id(schema, name);
    await sql`${command} ${table}`.execute(db);
  }
}

// Some lists are read from indexes only: of pages that no vacuum has seen, Postgres looks at the rows as well, which takes twice the time.
const VACUUM = sql`vacuum (analyze, skip_locked)`;

/** Vacuums, and refreshes the planner's statistics, after each import that changes many rows. */
export function analyzed(transfer: StateTransfer, settings: ResolvedSettings): StateTransfer {
  const { schema, capabilities } = settings;
  const home = { schema, tableNames: tableNamesWith(capabilities) };
  const refresh = (signal = new AbortController().signal): Promise<void> =>
    onOwnConnection(settings, signal, (db) => forEachTable(db, home, VACUUM));
  return {
    ...transfer,
    import: (entries, options) =>
      // A failure fails nothing: the import has been committed.
      new ResultAsync(Promise.resolve(transfer.import(entries, options))).andTee(async (counts) => {
        const changes = Object.values<ImportTally>({ ...counts }).map(changesOf);
        if (changes.reduce((sum, each) => sum + each, 0) < MANY_CHANGES) return;
        await refresh(options?.signal);
      }),
  };
}

const changesOf = ({ created, replaced, withdrawn }: ImportTally): number =>
  created + replaced + withdrawn;
