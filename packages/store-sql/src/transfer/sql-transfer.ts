import { attempt, type CallOptions, type StoreUnavailable } from '@forewarn/core';
import type {
  DataOutdated,
  ImportCounts,
  ImportEntry,
  StateEntry,
  StateTransfer,
} from '@forewarn/record';
import type { Kysely } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf } from '../reads/project-rows.ts';
import { spoolEntries } from './entry-spool.ts';
import { importSpooled } from './import-spooled.ts';
import type { SqlSession } from '../session/sql-session.ts';
import { changeRequestsAfter } from '../projection/change-request-rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { ChangeRequestRowKey } from '../writes/withdrawals.ts';

/** Rows per page: few, since each can be large. */
const PAGE = 100;

/** Moves state in and out of any SQL store. */
export function sqlTransfer(session: SqlSession): StateTransfer {
  return {
    import: <E>(entries: AsyncIterable<Result<ImportEntry, E>>, options: CallOptions = {}) =>
      attempt(
        session.isUnavailable,
        options,
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
      ),
    export: (options) => exportState(session, options),
  };
}

/** Reads the whole state of one moment. Its reader may sleep: by then, the entries are in a file. */
async function* exportState(
  session: SqlSession,
  options: CallOptions = {},
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const { signal } = options;
  const spooled = await attempt(session.isUnavailable, options, () =>
    session.snapshot((db) => spoolEntries(entriesOf(db), options), options),
  );
  if (spooled.isErr()) {
    yield err(spooled.error);
    return;
  }
  try {
    for await (const batch of spooled.value.batches()) {
      for (const entry of batch) {
        if (signal?.aborted === true) {
          yield err({ type: 'StoreUnavailable', cause: signal.reason });
          return;
        }
        yield ok(entry);
      }
    }
  } finally {
    await spooled.value.close();
  }
}

async function* entriesOf(db: Kysely<Tables>): AsyncGenerator<Result<StateEntry, never>> {
  const projects = await db.selectFrom('projects').selectAll().orderBy('id').execute();
  for (const { id, name, coverage } of projects) {
    yield ok({ kind: 'project', project: { id, name }, coverage: coverageOf(coverage) });
  }

  const strategies = await db
    .selectFrom('strategies')
    .select('definition')
    .orderBy('name')
    .execute();
  for (const { definition } of strategies) {
    yield ok({ kind: 'strategy', definition: JSON.parse(definition) });
  }

  const ids = new Set(projects.map(({ id }) => id));
  for await (const { project_id, body } of changeRequestsOf(db)) {
    // Those of a deleted project can still have rows.
    if (ids.has(project_id)) yield ok({ kind: 'scheduled', changeRequest: JSON.parse(body) });
  }
}

/** All change requests, in ascending order of project and id. */
async function* changeRequestsOf(
  db: Kysely<Tables>,
): AsyncGenerator<ChangeRequestRowKey & { readonly body: string }> {
  let last: ChangeRequestRowKey | undefined;
  do {
    const rows = await changeRequestsAfter(db, last, PAGE).execute();
    yield* rows;
    last = rows.length < PAGE ? undefined : rows.at(-1);
  } while (last !== undefined);
}
