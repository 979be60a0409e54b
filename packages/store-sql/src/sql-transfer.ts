import type { StateTransfer } from '@forewarn/core/operator';
import { spoolEntries } from './entry-spool.ts';
import { exportState } from './export-state.ts';
import { importSpooled } from './import-spooled.ts';
import { attempt, type SqlSession } from './sql-session.ts';

/** Moves state in and out of any SQL store. */
export function sqlTransfer(session: SqlSession): StateTransfer {
  return {
    import: (entries, options = {}) =>
      attempt(
        session.isUnavailable,
        () =>
          spoolEntries(entries, options, (spool) =>
            session.writeLong(
              (transaction) =>
                importSpooled({ transaction, session, signal: options.signal }, spool),
              options,
            ),
          ),
        options,
      ),
    export: (options) => exportState(session, options),
  };
}
