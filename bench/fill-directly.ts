// Sizes for which an import would take most of a run: the rows that an import of `population` makes, without their texts.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { FEATURES, PROJECTS } from './population.ts';
import type { Fill } from './stores.ts';

/** The statements that fill either engine. Rows come in the order of the keys. */
const statementsFor = (count: number): readonly string[] => [
  `insert into projects (id, name) ${numbers(0, PROJECTS - 1)}
    select 'project-' || n, 'project-' || n from numbers`,
  `insert into change_requests (project_id, id, environment, title, body) ${numbers(0, count - 1)}
    select 'project-' || (n / ${count / PROJECTS}), n % ${count / PROJECTS} + 1, 'production', 'Change', '{}'
    from numbers`,
  ...[1, 2, 3].map(
    (
      kind,
    ) => `insert into touches (kind, value, project_id, change_request_id) ${numbers(0, count - 1)}
      select ${kind}, case
        when n < ${PROJECTS} then '${FEATURES[1]}'
        when n < ${PROJECTS * 11} then '${FEATURES[10]}'
        when n < ${PROJECTS * 111} then '${FEATURES[100]}'
        else 'f-' || (${count} + n / ${PROJECTS}) end,
        'project-' || (n % ${PROJECTS}), n / ${PROJECTS} + 1
      from numbers`,
  ),
];

const numbers = (from: number, to: number): string =>
  `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})`;

/** Fills a Postgres database. */
export const inPostgres =
  (count: number): Fill =>
  async ({ url }) => {
    const client = new pg.Client(url);
    await client.connect();
    // Without the checks of foreign keys.
    await client.query('set session_replication_role = replica');
    for (const statement of statementsFor(count)) await client.query(statement);
    await client.end();
  };

/** Fills a SQLite file. */
export const inSqlite =
  (count: number): Fill =>
  async ({ url }) => {
    const database = new DatabaseSync(url, { enableForeignKeyConstraints: false });
    for (const statement of statementsFor(count)) database.exec(statement);
    database.close();
  };
