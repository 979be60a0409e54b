import type {
  Event,
  EventContent,
  EventPage,
  EventQuery,
  EventRepository,
} from '@forewarn/core/operator';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { ok } from 'neverthrow';
import type { SqlSession } from '../session/sql-session.ts';
import type { EventsTable, Tables } from '../schema/tables.ts';

/** The events of any SQL store. */
export function sqlEvents(session: SqlSession): EventRepository {
  const list: EventRepository['list'] = (query, options) =>
    session.read(async (db) => ok(await eventPage(db, query)), options);
  const { numberEvents } = session;
  if (numberEvents === undefined) return { list };
  return { list: (query, options) => numberEvents(options).andThen(() => list(query, options)) };
}

/** Reads a page of events. */
export async function eventPage(db: Kysely<Tables>, query: EventQuery): Promise<EventPage> {
  const rows = await pageOf(db, query).execute();
  const older = rows.at(-1)?.older ?? null;
  return { events: rows.map(eventOf), hasOlder: older !== null };
}

/** Selects events, each with the id of the next older one. The texts of no others are read. */
function pageOf(
  db: Kysely<Tables>,
  { limit, maxBytes, before, type, project }: EventQuery,
): SelectQueryBuilder<
  Tables,
  'events',
  Selectable<EventsTable> & { readonly older: number | null }
> {
  const bytes = sql<number>`coalesce(octet_length(data), 4) + coalesce(octet_length(pre_data), 4)`;
  let newest = db
    .selectFrom('events')
    .select(['id', bytes.as('bytes')])
    .where('id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== undefined) newest = newest.where('id', '<', before);
  if (type !== undefined) newest = newest.where('type', '=', type);
  if (project !== undefined) newest = newest.where('project', '=', project);
  const sized = db
    .selectFrom(newest.as('newest'))
    .select([
      'id',
      sql<number | null>`lead(id) over (order by id desc)`.as('older'),
      sql<number>`row_number() over (order by id desc)`.as('position'),
      sql<number>`sum(bytes) over (order by id desc)`.as('total'),
    ]);
  const page = db
    .selectFrom(sized.as('sized'))
    .innerJoin('events', 'events.id', 'sized.id')
    .selectAll('events')
    .select('older')
    .where('position', '<=', limit)
    .orderBy('id', 'desc');
  return maxBytes === undefined
    ? page
    : page.where((eb) => eb.or([eb('position', '=', 1), eb('total', '<=', maxBytes)]));
}

/** The event of a row. */
export function eventOf(row: Selectable<EventsTable>): Event {
  const content = {
    type: row.type,
    data: parsed(row.data),
    preData: parsed(row.pre_data),
  } as EventContent;
  return {
    id: row.id,
    ...content,
    createdAt: new Date(row.created_at).toISOString(),
    createdBy: row.created_by,
    ...(row.project === null ? {} : { project: row.project }),
    ...(row.environment === null ? {} : { environment: row.environment }),
  };
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
