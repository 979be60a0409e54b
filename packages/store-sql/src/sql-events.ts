import type { Event, EventContent, EventRepository } from '@forewarn/core/operator';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { ok } from 'neverthrow';
import type { SqlSession } from './sql-session.ts';
import type { EventsTable, Tables } from './tables.ts';

/** The events of any SQL store. */
export function sqlEvents(session: SqlSession): EventRepository {
  const list: EventRepository['list'] = ({ limit, maxBytes, before, type, project }, options) =>
    session.read(async (db) => {
      let newest = db
        .selectFrom('events')
        .where('id', 'is not', null)
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== undefined) newest = newest.where('id', '<', before);
      if (type !== undefined) newest = newest.where('type', '=', type);
      if (project !== undefined) newest = newest.where('project', '=', project);
      const page = maxBytes === undefined ? newest.selectAll() : withinBytes(db, newest, maxBytes);
      return ok((await page.execute()).map(eventOf));
    }, options);
  const { numberEvents } = session;
  if (numberEvents === undefined) return { list };
  return { list: (page, options) => numberEvents(options).andThen(() => list(page, options)) };
}

/** Selects the first of the events, and those after it until their texts exceed a size. No others are read. */
function withinBytes(
  db: Kysely<Tables>,
  newest: SelectQueryBuilder<Tables, 'events', object>,
  maxBytes: number,
) {
  const bytes = sql<number>`coalesce(octet_length(data), 4) + coalesce(octet_length(pre_data), 4)`;
  const sized = db
    .selectFrom(newest.select(['id', bytes.as('bytes')]).as('newest'))
    .select([
      'id',
      sql<number>`row_number() over (order by id desc)`.as('position'),
      sql<number>`sum(bytes) over (order by id desc)`.as('total'),
    ]);
  const fitting = db
    .selectFrom(sized.as('sized'))
    .select('id')
    .where((eb) => eb.or([eb('position', '=', 1), eb('total', '<=', maxBytes)]));
  return db.selectFrom('events').selectAll().where('id', 'in', fitting).orderBy('id', 'desc');
}

function eventOf(row: Selectable<EventsTable>): Event {
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
