import type { EventContent, EventType } from '@forewarn/core/operator';
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { type JsonRows, selectRows } from '../session/json-rows.ts';
import type { EventsTable, Tables } from '../schema/tables.ts';

/** A new event. */
export type EventRow = Omit<EventsTable, 'id' | 'created_at'>;

/** Where something happened, if anywhere. */
interface Place {
  readonly project?: string;
  readonly environment?: string;
}

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The row of an event, with the content before and after as JSON text. */
export function eventRow(
  type: EventType,
  { data, preData }: { readonly data: string | null; readonly preData: string | null },
  by: string,
  { project, environment }: Place = {},
): EventRow {
  return {
    type,
    created_by: by,
    project: project ?? null,
    environment: environment ?? null,
    data,
    pre_data: preData,
  };
}

/** Records an event in the transaction that makes the change. */
export async function recordEvent(
  transaction: Kysely<Tables>,
  { type, data, preData }: EventContent,
  by: string,
  where: Place = {},
): Promise<void> {
  const texts = { data: textOf(data), preData: textOf(preData) };
  await insertEvent(transaction, eventRow(type, texts, by, where));
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
