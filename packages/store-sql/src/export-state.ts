import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import type { Kysely } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf } from './coverage-text.ts';
import type { SqlSession } from './sql-session.ts';
import type { ChangeRequestsTable, Tables } from './tables.ts';

/** Rows per page: few, since each can be large. */
const PAGE = 100;

/** Reads the whole state of one moment, page by page. */
export async function* exportState(
  session: SqlSession,
  options: CallOptions = {},
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const { signal } = options;
  if (signal?.aborted === true) {
    yield err({ type: 'StoreUnavailable', cause: signal.reason });
    return;
  }
  try {
    const snapshot = await session.snapshot(options);
    try {
      for await (const entry of entriesOf(snapshot.db)) yield ok(entry);
    } finally {
      await snapshot.end();
    }
  } catch (cause) {
    if (!session.isUnavailable(cause)) throw cause;
    yield err({ type: 'StoreUnavailable', cause });
  }
}

async function* entriesOf(db: Kysely<Tables>): AsyncGenerator<StateEntry> {
  const projects = await db.selectFrom('projects').selectAll().orderBy('id').execute();
  for (const { id, name, coverage } of projects) {
    yield { kind: 'project', project: { id, name }, coverage: coverageOf(coverage) };
  }

  const strategies = await db
    .selectFrom('strategies')
    .select('definition')
    .orderBy('name')
    .execute();
  for (const { definition } of strategies) {
    yield { kind: 'strategy', definition: JSON.parse(definition) };
  }

  for await (const { body } of changeRequestsOf(db)) {
    yield { kind: 'scheduled', changeRequest: JSON.parse(body) };
  }
}

/** All change requests, in ascending order of project and id. */
export async function* changeRequestsOf(
  db: Kysely<Tables>,
): AsyncGenerator<Pick<ChangeRequestsTable, 'project_id' | 'id' | 'body'>> {
  const ordered = db
    .selectFrom('change_requests')
    .select(['project_id', 'id', 'body'])
    .orderBy('project_id')
    .orderBy('id')
    .limit(PAGE);
  let rows = await ordered.execute();
  while (rows.length > 0) {
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    rows = await ordered
      .where((row) =>
        row(row.refTuple('project_id', 'id'), '>', row.tuple(last.project_id, last.id)),
      )
      .execute();
  }
}
