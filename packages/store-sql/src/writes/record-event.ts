import type { EventContent } from '@forewarn/core/operator';
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { type JsonRows, selectRows } from '../session/json-rows.ts';
import type { EventsTable, Tables } from '../schema/tables.ts';

/** A new event. */
export type EventRow = Omit<EventsTable, 'id' | 'created_at'>;

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Records an event in the transaction that makes the change. */
export async function recordEvent(
  transaction: Kysely<Tables>,
  { type, data, preData }: EventContent,
  by: string,
  project: string | null = null,
): Promise<void> {
  await insertEvent(transaction, {
    type,
    created_by: by,
    project,
    environment: null,
    data: textOf(data),
    pre_data: textOf(preData),
  });
}

/** Records an event whose content is JSON text already. */
export async function insertEvent(transaction: Kysely<Tables>, row: EventRow): Promise<void> {
  await insert(transaction, row, undefined);
}

const insert = compileOnce((db, row: EventRow) => {
  const { type, created_by, project, environment, data, pre_data } = row;
  return db
    .insertInto('events')
    .values({ type, created_by, project, environment, data, pre_data })
    .compile();
});

const COLUMNS = {
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
    from ${selectRows(jsonRows, rows, COLUMNS)}
    order by no`.execute(transaction);
}
