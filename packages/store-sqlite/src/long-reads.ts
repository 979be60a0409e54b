import type { ImpactSearch } from '@forewarn/impact';
import type { ListingQuery } from '@forewarn/record';
import type { ScheduledChangeRequestReader } from '@forewarn/store';
import {
  ASKED_COLUMNS,
  hasMoreThan,
  impactIn,
  listsOfImpact,
  MAX_SHORT_ROWS,
  pageIn,
  PROJECTION_TABLES,
  type SqlSession,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { ok } from 'neverthrow';
import { sqliteJsonRows, sqliteReadDialect } from './sqlite-read-dialect.ts';

/** Impacts and listings, which can read very many rows. */
export function longReads(
  session: SqlSession,
): Pick<ScheduledChangeRequestReader, 'impact' | 'list'> {
  return {
    impact: (search, options) =>
      session.read(
        async (db) => ok(await impactIn(db, search, sqliteReadDialect, options?.signal)),
        { ...options, isLong: (db) => isLongImpact(db, search) },
      ),
    list: (query, options) =>
      session.read(async (db) => ok(await pageIn(db, query, sqliteReadDialect, options?.signal)), {
        ...options,
        isLong: (db) => isLongPage(db, query),
      }),
  };
}

async function isLongImpact(
  db: Kysely<Tables>,
  { asked, projectIds }: ImpactSearch,
): Promise<boolean> {
  if (Math.max(asked.length, projectIds.length) > MAX_SHORT_ROWS) return true;
  const lists = listsOfImpact(asked);
  const found = [
    ...PROJECTION_TABLES.map((table) => matches(table, lists[table], projectIds)),
    ...(lists.environments.length === 0 ? [] : [allIn(projectIds)]),
  ];
  return hasMoreThan(MAX_SHORT_ROWS, db, sql.join(found, sql` union all `));
}

async function isLongPage(db: Kysely<Tables>, query: ListingQuery): Promise<boolean> {
  const { projectIds, limit, anyOf, environments, statuses, needAttentionAt } = query;
  if (Math.max(projectIds.length, limit) > MAX_SHORT_ROWS) return true;
  if (anyOf !== undefined) {
    const touches = anyOf.map(touchOf);
    return hasMoreThan(MAX_SHORT_ROWS, db, matches('touches', touches, projectIds));
  }
  const isFiltered = (environments ?? statuses ?? needAttentionAt) !== undefined;
  if (!isFiltered && projectIds.length * (limit + 1) <= MAX_SHORT_ROWS) return false;
  return hasMoreThan(MAX_SHORT_ROWS, db, allIn(projectIds));
}

/** Finds the change requests of projects. */
const allIn = (projectIds: readonly string[]) => sql`
  select 1 from ${sqliteJsonRows(JSON.stringify(projectIds.map((id) => ({ id }))), { id: 'text' })}
  cross join change_requests c where c.project_id = json_rows.id`;

/** Finds the rows of the projection that were asked for, those of other projects among them unless one is asked for. */
function matches(
  table: (typeof PROJECTION_TABLES)[number],
  asked: readonly object[],
  projectIds: readonly string[],
) {
  const [projectId] = projectIds;
  const value = sql.ref(table === 'touches' ? 'value' : 'feature');
  const inProject = projectIds.length === 1 ? sql`and t.project_id = ${projectId}` : sql``;
  return sql`
    select 1 from ${sqliteJsonRows(JSON.stringify(asked), ASKED_COLUMNS[table])}
    cross join ${sql.table(table)} t
    where t.kind = json_rows.kind and t.${value} = json_rows.${value} ${inProject}`;
}
