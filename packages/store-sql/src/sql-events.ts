import type { Event, EventContent, EventRepository } from '@forewarn/core/operator';
import type { Selectable } from 'kysely';
import { ok } from 'neverthrow';
import type { SqlSession } from './sql-session.ts';
import type { EventsTable } from './tables.ts';

/** The events of any SQL store. */
export function sqlEvents(session: SqlSession): EventRepository {
  return {
    list: ({ limit, before, type, project }, options) =>
      session.read(async (db) => {
        let newest = db.selectFrom('events').selectAll().orderBy('id', 'desc').limit(limit);
        if (before !== undefined) newest = newest.where('id', '<', before);
        if (type !== undefined) newest = newest.where('type', '=', type);
        if (project !== undefined) newest = newest.where('project', '=', project);
        const rows = await newest.execute();
        return ok(rows.map(eventOf));
      }, options),
  };
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
