import type { StateTransfer } from '@forewarn/core';
import { exportState } from './export-state.ts';
import { importState } from './import-state.ts';
import type { SqlSession } from './sql-session.ts';

/** Moves state in and out of any SQL store. */
export function sqlTransfer(session: SqlSession): StateTransfer {
  return {
    import: (entries) =>
      session.writeLong((transaction) => importState({ transaction, session }, entries)),
    export: () => exportState(session),
  };
}
