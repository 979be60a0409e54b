import type { StateTransfer } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import { exportState } from './export-state.ts';
import { importStaged } from './import-staged.ts';
import type { SqlSession } from './sql-session.ts';
import { stageEntries } from './staged-entries.ts';

/** Moves state in and out of any SQL store. */
export function sqlTransfer(session: SqlSession): StateTransfer {
  return {
    import: (entries, options) =>
      session.writeLong(async (transaction) => ok(await importStaged(transaction, session)), {
        ...options,
        prepare: (db) => stageEntries(db, session.jsonRows, entries, options?.signal),
      }),
    export: (options) => exportState(session, options),
  };
}
