// Sizes for which an import would take most of a run. The rows are those of an import of `population`, without their texts,
// and with the touches that are searched for only.
import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION } from '@forewarn/core';
import { UNSCHEDULED } from '@forewarn/record';
import pg from 'pg';
import { FEATURES, PROJECTS } from './population.ts';
import type { Fill } from './stores.ts';

/** Selects the numbers `n` from 0 up to and without a count. */
type Numbers = (count: number) => string;

/** The statements that fill either engine. Rows come in the order of the keys. */
const statementsFor = (count: number, numbers: Numbers): readonly string[] => [
  `insert into projects (id, name) select 'project-' || n, 'project-' || n ${numbers(PROJECTS)}`,
  `insert into change_requests (project_id, id, environment, title, body, scheduled_at, has_trouble, rule_version)
    select 'project-' || (n / ${count / PROJECTS}), n % ${count / PROJECTS} + 1, 'production', 'Change', '{}', ${UNSCHEDULED}, 0, ${RULE_VERSION}
    ${numbers(count)}`,
  `insert into touches (kind, value, project_id, change_request_id, scheduled_at, plan)
    select 1, case
      when n < ${PROJECTS} then '${FEATURES[1]}'
      when n < ${PROJECTS * 11} then '${FEATURES[10]}'
      when n < ${PROJECTS * 111} then '${FEATURES[100]}'
      else 'f-' || (${count} + n / ${PROJECTS}) end,
      'project-' || (n % ${PROJECTS}), n / ${PROJECTS} + 1, ${UNSCHEDULED}, 0
    ${numbers(count)}`,
];

/** Fills a Postgres database, without the log and the checks of foreign keys. */
export const inPostgres =
  (count: number): Fill =>
  async ({ url }) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query('set session_replication_role = replica');
    for (const table of ['doubts', 'touches', 'change_requests']) {
      await client.query(`alter table ${table} set unlogged`);
    }
    const numbers: Numbers = (to) => `from generate_series(0, ${to - 1}) as numbers (n)`;
    for (const statement of statementsFor(count, numbers)) await client.query(statement);
    await client.end();
  };

/** Fills a SQLite file, without the checks of foreign keys. */
export const inSqlite =
  (count: number): Fill =>
  async ({ url }) => {
    const database = new DatabaseSync(url, { enableForeignKeyConstraints: false });
    const numbers: Numbers = (to) => `from (
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${to - 1})
      select n from numbers)`;
    for (const statement of statementsFor(count, numbers)) database.exec(statement);
    database.close();
  };
