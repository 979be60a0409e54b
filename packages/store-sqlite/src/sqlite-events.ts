import type { Event, EventPage, EventQuery, EventRepository } from '@forewarn/core/operator';
import { eventOf, eventPage, type SqlSession, type Tables } from '@forewarn/store-sql';
import { type Selectable, sql, type Transaction } from 'kysely';
import { ok } from 'neverthrow';
import { type DeletionsTable, withDeletions } from './project-deletions.ts';

const WITHDRAWN = 'change-request-schedule-withdrawn';

/** An event that is recorded, or will be. */
interface Listed {
  readonly id: number;
  readonly bytes: number;
  /** Absent if it is recorded. */
  readonly pending?: Selectable<DeletionsTable> & { readonly changeRequestId: number };
}

/**
 * The events. Those of the change requests of a deleted project are there from the moment of the delete, whether or not
 * they are recorded already.
 */
export const listSqliteEvents =
  (session: SqlSession): EventRepository['list'] =>
  (query, options) =>
    session.read(
      (db) =>
        db
          .transaction()
          .setAccessMode('read only')
          .execute(async (transaction) => {
            const pending = await withDeletions(transaction)
              .selectFrom('deletions')
              .selectAll()
              .execute();
            const page = pending.length === 0 ? eventPage : pageWith(pending);
            return ok(await page(transaction, query));
          }),
      options,
    );

type Pending = readonly Selectable<DeletionsTable>[];

const pageWith =
  (deletions: Pending) =>
  async (transaction: Transaction<Tables>, query: EventQuery): Promise<EventPage> => {
    const listed = [
      ...(await listRecorded(transaction, query)),
      ...(await listPending(transaction, deletions, query)),
    ].toSorted((a, b) => (query.after === undefined ? b.id - a.id : a.id - b.id));
    const { limit, maxBytes = Infinity } = query;
    let total = 0;
    const onPage = listed.slice(0, limit).filter(({ bytes }, index) => {
      total += bytes;
      return index === 0 || total <= maxBytes;
    });
    const events: Event[] = [];
    for (const each of onPage) events.push(await readEvent(transaction, each));
    return { events, hasMore: listed.length > onPage.length };
  };

async function listRecorded(
  transaction: Transaction<Tables>,
  { limit, before, after, type, types, project }: EventQuery,
): Promise<readonly Listed[]> {
  const bytes = sql<number>`coalesce(octet_length(data), 4) + coalesce(octet_length(pre_data), 4)`;
  let found = transaction
    .selectFrom('events')
    .select(['id', bytes.as('bytes')])
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1);
  if (before !== undefined) found = found.where('id', '<', before);
  if (after !== undefined) found = found.where('id', '>', after);
  if (type !== undefined) found = found.where('type', '=', type);
  if (types !== undefined) found = found.where('type', 'in', types);
  if (project !== undefined) found = found.where('project', '=', project);
  return found.execute();
}

async function listPending(
  transaction: Transaction<Tables>,
  deletions: Pending,
  { limit, before = Infinity, after, type = WITHDRAWN, types, project }: EventQuery,
): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (const deletion of deletions) {
    const { project_id, next_event, last_event } = deletion;
    const newest = Math.min(last_event, before - 1);
    const oldest = Math.max(next_event, (after ?? 0) + 1);
    const isOfType = type === WITHDRAWN && types?.includes(WITHDRAWN) !== false;
    const isAsked = isOfType && (project === undefined || project === project_id);
    if (!isAsked || newest < oldest) continue;
    const [first, step] = after === undefined ? [newest, -1] : [oldest, 1];
    const rows = await transaction
      .selectFrom('change_requests')
      .select(['id', sql<number>`4 + octet_length(body)`.as('bytes')])
      .where('project_id', '=', project_id)
      .orderBy('id', step === 1 ? 'asc' : 'desc')
      .limit(Math.min(limit + 1, newest - oldest + 1))
      .offset(step === 1 ? oldest - next_event : last_event - newest)
      .execute();
    for (const [index, { id: changeRequestId, bytes }] of rows.entries()) {
      listed.push({ id: first + step * index, bytes, pending: { ...deletion, changeRequestId } });
    }
  }
  return listed;
}

async function readEvent(
  transaction: Transaction<Tables>,
  { id, pending }: Listed,
): Promise<Event> {
  if (pending === undefined) {
    const recorded = transaction.selectFrom('events').selectAll().where('id', '=', id);
    return eventOf(await recorded.executeTakeFirstOrThrow());
  }
  const { project_id: project, created_at, created_by, changeRequestId } = pending;
  const { environment, body } = await transaction
    .selectFrom('change_requests')
    .select(['environment', 'body'])
    .where('project_id', '=', project)
    .where('id', '=', changeRequestId)
    .executeTakeFirstOrThrow();
  const what = { type: WITHDRAWN, data: null, pre_data: body, deleted_strategy: null };
  return eventOf({ id, ...what, created_at, created_by, project, environment });
}
