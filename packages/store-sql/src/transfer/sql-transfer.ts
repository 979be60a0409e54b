import type { CallOptions, DataOutdated, StoreUnavailable } from '@forewarn/core';
import type { ImportCounts, ImportEntry, StateTransfer } from '@forewarn/core/operator';
import { err, type Result } from 'neverthrow';
import { spoolEntries } from './entry-spool.ts';
import { exportState } from './export-state.ts';
import { importSpooled } from './import-spooled.ts';
import { attempt, type SqlSession } from '../session/sql-session.ts';

/** Moves state in and out of any SQL store. */
export function sqlTransfer(session: SqlSession): StateTransfer {
  return {
    import: <E>(entries: AsyncIterable<Result<ImportEntry, E>>, options: CallOptions = {}) =>
      attempt(
        session.isUnavailable,
        async (): Promise<Result<ImportCounts, E | DataOutdated | StoreUnavailable>> => {
          const spooled = await spoolEntries(entries, options);
          if (spooled.isErr()) return err(spooled.error);
          const spool = spooled.value;
          try {
            return await session.writeLong(
              (transaction) => importSpooled({ transaction, session }, spool, options.signal),
              options,
            );
          } finally {
            await spool.close();
          }
        },
        options,
      ),
    export: (options) => exportState(session, options),
  };
}
