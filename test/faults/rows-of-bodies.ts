import { isDeepStrictEqual } from 'node:util';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { sqlForecast } from '@forewarn/forecast/sql';
import { ReadChangeRequest } from '@forewarn/record';
import type { Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { entryRow } from '../../packages/store-sql/src/projection/change-request-rows.ts';
import {
  PROJECTION_TABLES,
  projectionOf,
} from '../../packages/store-sql/src/projection/projection.ts';

/** Compares what the rule makes of each stored change request with the rows that are there. Returns the differences, in words. */
export async function wrongRowsIn(db: Kysely<Tables>): Promise<readonly string[]> {
  const stored = await db.selectFrom('change_requests').selectAll().execute();
  const bodies = stored.map(
    ({ body }) => new ReadChangeRequest(JSON.parse(body) as ScheduledChangeRequest),
  );
  const columns = stored.flatMap((row, no) => {
    const expected = entryRow(bodies[no] as ReadChangeRequest);
    const found = Object.fromEntries(
      Object.keys(expected).map((name): [string, unknown] => [name, Reflect.get(row, name)]),
    );
    return isDeepStrictEqual(numbered(found), numbered(expected))
      ? []
      : [`columns ${textOf(found)} instead of ${textOf(expected)}`];
  });
  const expected = projectionOf(bodies, [sqlForecast]);
  const rows = await Promise.all(
    PROJECTION_TABLES.map(async (table) => {
      const found = new Set((await db.selectFrom(table).selectAll().execute()).map(textOf));
      const made = new Set(expected[table].map(textOf));
      return [
        ...[...found]
          .filter((row) => !made.has(row))
          .map((row) => `${table} has ${row}, which no body has`),
        ...[...made].filter((row) => !found.has(row)).map((row) => `${table} lacks ${row}`),
      ];
    }),
  );
  return [...columns, ...rows.flat()];
}

/** A driver returns some integers as texts. */
const numbered = (row: object) =>
  Object.entries(row)
    .map(([name, value]): [string, unknown] => [name, value === null ? null : String(value)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const textOf = (row: object): string => JSON.stringify(numbered(row));
