import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Event, EventContent, EventPage, EventQuery, EventRepository } from '@forewarn/record';
import { type Kysely, type Selectable, sql } from 'kysely';
import { ok } from 'neverthrow';
import { compileOnce } from '../session/compile-once.ts';
import { type JsonRows, selectRows } from '../session/json-rows.ts';
import { integer } from '../session/integer.ts';
import type { SqlReadOptions, SqlSession } from '../session/sql-session.ts';
import type { EventsTable, Tables } from '../schema/tables.ts';

/** Lists the events of any SQL store. */
export function listEvents(session: SqlSession): EventRepository['list'] {
  const list = (query: EventQuery, options?: SqlReadOptions) =>
    session.read<EventPage, never>(async (db) => ok(await eventPage(db, query)), options);
  const { numberEvents } = session;
  if (numberEvents === undefined) return list;
  // Of events that are numbered at this moment, the page must not have the last without the first.
  return (query, options) =>
    numberEvents(options).andThen(() => list(query, { ...options, spansProjects: true }));
}

async function eventPage(
  db: Kysely<Tables>,
  { limit, maxBytes, before, after, type, types, project }: EventQuery,
): Promise<EventPage> {
  const conditions = [
    sql`id is not null`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(after === undefined ? [] : [sql`id > ${after}`]),
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(types === undefined
      ? []
      : [types.length > 0 ? sql`type in (${sql.join(types)})` : sql`1 = 0`]),
    ...(project === undefined ? [] : [sql`project = ${project}`]),
  ];
  const fits = maxBytes === undefined ? sql`` : sql`and (position = 1 or total <= ${maxBytes})`;
  const order = after === undefined ? sql`desc` : sql`asc`;
  // Each with the id of the next one. The texts of no others are read.
  const { rows } = await sql<Selectable<EventsTable> & { readonly next: number | null }>`
    select events.*, next
    from (
      select id, lead(id) over in_order as next, row_number() over in_order as position,
        sum(bytes) over in_order as total
      from (
        select id, coalesce(octet_length(data), 4) + coalesce(octet_length(pre_data), 4) as bytes
        from events where ${sql.join(conditions, sql` and `)}
        order by id ${order} limit ${limit + 1}
      ) as found
      window in_order as (order by id ${order})
    ) as sized
    join events on events.id = sized.id
    where position <= ${limit} ${fits}
    order by events.id ${order}`.execute(db);
  return { events: rows.map(eventOf), hasMore: (rows.at(-1)?.next ?? null) !== null };
}

function eventOf(row: Selectable<EventsTable>): Event {
  const content = {
    type: row.type,
    data: parsed(row.data),
    preData: parsed(row.pre_data),
  } as EventContent;
  return {
    id: integer(row.id),
    ...content,
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.project === null ? {} : { project: row.project }),
    ...(row.environment === null ? {} : { environment: row.environment }),
  };
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export type EventRow = Omit<EventsTable, 'id' | 'created_at' | 'deleted_strategy'> & {
  readonly deleted_strategy?: string;
};

/** Returns JSON text; null stays null. */
export const textOf = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value);

/** The event of a change request that is recorded, given its JSON text, and that of the one it replaces. */
export const scheduledEvent = (
  { project, environment }: ScheduledChangeRequest,
  by: string,
  data: string,
  replaced: string | undefined,
): EventRow => ({
  type: 'change-request-scheduled',
  created_by: by,
  project,
  environment,
  data,
  pre_data: replaced ?? null,
});

/** Records an event in the transaction that makes the change. */
export async function recordEvent(
  transaction: Kysely<Tables>,
  content: EventContent,
  by: string,
  project: string | null = null,
): Promise<void> {
  const { type, data, preData } = content;
  await insertEvent(transaction, {
    type,
    created_by: by,
    project,
    environment: null,
    data: textOf(data),
    pre_data: textOf(preData),
    ...(content.type === 'strategy-deleted' ? { deleted_strategy: content.preData.name } : {}),
  });
}

/** Records an event whose content is JSON text already. */
export async function insertEvent(transaction: Kysely<Tables>, row: EventRow): Promise<void> {
  await insert(transaction, { deleted_strategy: null, ...row }, undefined);
}

const insert = compileOnce((db, row: Omit<EventsTable, 'id' | 'created_at'>) => {
  const { type, created_by, project, environment, data, pre_data, deleted_strategy } = row;
  return db
    .insertInto('events')
    .values({ type, created_by, project, environment, data, pre_data, deleted_strategy })
    .compile();
});

const EVENT_COLUMNS = {
  no: 'bigint',
  type: 'text',
  created_by: 'text',
  project: 'text',
  environment: 'text',
  data: 'text',
  pre_data: 'text',
} as const;

/** Records events in their order, in one statement. */
export async function recordEvents(
  transaction: Kysely<Tables>,
  jsonRows: JsonRows,
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event, no) => ({ ...event, no }));
  await sql`
    insert into events (type, created_by, project, environment, data, pre_data)
    select type, created_by, project, environment, data, pre_data
    from ${selectRows(jsonRows, rows, EVENT_COLUMNS)}
    order by no`.execute(transaction);
}
