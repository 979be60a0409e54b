import type { ScheduledChangeRequest } from '@forewarn/core';
import { ReadChangeRequest } from '@forewarn/record';
import { type Projection, projectionOf, type Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { Result } from 'neverthrow';
import { homeOf } from './schema-home.ts';
import { connectionError } from './session/postgres-errors.ts';
import type { TableSettings } from './session/postgres-settings.ts';

/** Why rows of a table would look as if they were not there, and what to do. */
const HIDDEN = {
  refused: (name: string) =>
    `the role may not read the table ${name}: grant it the privileges on all tables after each migration`,
  secured: (name: string) =>
    `row-level security can hide rows of the table ${name} from this role: disable it there`,
  unrestored: (name: string) =>
    `the table ${name} lacks its primary key, as after a restore that was cut off: restore the database again`,
  empty: (name: string) =>
    `the table ${name} is empty and others are not, as after a restore that went on after an error: restore the database again, with --single-transaction`,
  other: (name: string) =>
    `another schema of the role's search_path has a table ${name} before ours: leave it out`,
};

/** Throws if the role does not see all rows of a table, if another one has its name, or if some may never have been restored. */
export async function assertAllVisible(db: Kysely<Tables>, settings: TableSettings): Promise<void> {
  const { schema, tableNames } = await homeOf(db, settings);
  const isInPath = settings.schema === undefined;
  // A restore makes the primary keys last. The table of one row has none.
  const { rows } = await sql<{ name: string; reason: keyof typeof HIDDEN }>`
    select name, reason from (
      select c.relname as name, case
        when not has_table_privilege(c.oid, 'select') then 'refused'
        when row_security_active(c.oid) then 'secured'
        when c.relname <> 'projection' and not exists (
          select from pg_index where indrelid = c.oid and indisprimary) then 'unrestored'
        when ${isInPath} and not pg_table_is_visible(c.oid) then 'other' end as reason
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relname in (${sql.join(tableNames)})) as tables
    where reason is not null order by name limit 1`.execute(db);
  for (const { name, reason } of rows) throw connectionError(new Error(HIDDEN[reason](name)));
}

interface EmptyTable {
  readonly name: 'change_requests' | keyof Projection;
  /** A change request that may have rows in it; null if it should be in the table itself. */
  readonly body: string | null;
}

/** Throws if a table is empty that lacks what belongs to others: nothing would be found. */
export async function assertRestored(db: Kysely<Tables>): Promise<void> {
  // One statement sees one moment. Trouble is not all doubt, and a change request can touch nothing.
  const { rows } = await sql<EmptyTable>`
    select 'change_requests' as name, null as body
    where not exists (select from change_requests) and exists (select from touches)
    union all
    (select 'touches', body from change_requests where not exists (select from touches) limit 100)
    union all
    (select 'doubts', body from (select body, has_trouble from change_requests limit 10000) as c
      where has_trouble = 1 and not exists (select from doubts) limit 100)`.execute(db);
  for (const { name, body } of rows) {
    if (name === 'change_requests' || hasRowsIn(name, body ?? '')) {
      throw connectionError(new Error(HIDDEN.empty(name)));
    }
  }
}

const parse = Result.fromThrowable((body: string) => JSON.parse(body) as ScheduledChangeRequest);

const hasRowsIn = (table: keyof Projection, body: string): boolean =>
  parse(body)
    .map((each) => projectionOf([new ReadChangeRequest(each)], [])[table].length > 0)
    .unwrapOr(false);
