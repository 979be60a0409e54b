import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import type { Kysely } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf } from '../reads/coverage-text.ts';
import { type EntrySpool, spoolEntries } from './entry-spool.ts';
import { attempt, type SqlSession } from '../session/sql-session.ts';
import { changeRequestsAfter } from '../projection/change-request-rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { ChangeRequestRowKey } from '../writes/withdrawals.ts';

/** Rows per page: few, since each can be large. */
const PAGE = 100;

/** Reads the whole state of one moment. Its reader may sleep: by then, the entries are in a file. */
export async function* exportState(
  session: SqlSession,
  options: CallOptions = {},
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const { signal } = options;
  const spooled = await attempt(session.isUnavailable, () => spoolState(session, options), options);
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

async function spoolState(
  session: SqlSession,
  options: CallOptions,
): Promise<Result<EntrySpool<StateEntry>, StoreUnavailable>> {
  try {
    const snapshot = await session.snapshot(options);
    try {
      return await spoolEntries(entriesOf(snapshot.db), options);
    } finally {
      await snapshot.end();
    }
  } catch (cause) {
    if (options.signal?.aborted !== true) throw cause;
    return err({ type: 'StoreUnavailable', cause: options.signal.reason });
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
