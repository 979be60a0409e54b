import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import { MAX_LISTED } from '@forewarn/impact';
import {
  ASKED_COLUMNS,
  compileOnce,
  type FoundPart,
  type JsonRows,
  LISTING_START,
  passes,
  type ProjectRow,
  type ReadDialect,
  type Tables,
} from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Reads rows from JSON in SQLite, which takes the columns' types from the values. */
export const sqliteJsonRows: JsonRows = (json, columns) => {
  const values = Object.keys(columns).map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)} from json_each(${json})) as json_rows`;
};

/** The same for connections of our own, which run a statement for each list of values. */
export const sqliteRows: JsonRows = Object.assign(sqliteJsonRows.bind(undefined), {
  runsEach: true,
});

const allProjects = compileOnce((db) =>
  sql<ProjectRow>`select id, coverage from projects order by id`.compile(db),
);

const projectsIn = compileOnce((db, { ids }: { readonly ids: string }) =>
  sql<ProjectRow>`
    select p.id, p.coverage from json_each(${ids}) asked cross join projects p
    where p.id = asked.value
    order by p.id`.compile(db),
);

/** The first and the last project are the bounds of a range of the index. The lists are JSON. */
type FirstFound = Readonly<Record<'touches' | 'doubts' | 'projectIds' | 'first' | 'last', string>>;

const firstFound = compileOnce((db, { touches, doubts, projectIds, first, last }: FirstFound) => {
  const found = (table: 'touches' | 'doubts', asked: string, named: string, count: string) => {
    const matches = sql`
      from ${sql.table(table)} t
      where t.kind = json_rows.kind and t.${sql.ref(named)} = json_rows.${sql.ref(named)}
        and t.project_id between ${first} and ${last}
        and +t.project_id in (select value from json_each(${projectIds}))`;
    return sql`
      select json_rows.no, (select ${sql.raw(count)} ${matches}) as count, (
        select json_group_array(json_array(project_id, change_request_id, scheduled_at)) from (
          select t.project_id, t.change_request_id, t.scheduled_at ${matches}
          order by t.scheduled_at, t.project_id, t.change_request_id
          limit ${sql.lit(MAX_LISTED)}
        )
      ) as found
      from ${sqliteJsonRows(asked, ASKED_COLUMNS[table])}
      where exists (select 1 ${matches})`;
  };
  return sql<{ no: number; count: number; found: string }>`
    ${found('touches', touches, 'value', 'count(*)')}
    union all ${found('doubts', doubts, 'feature', '0')}`.compile(db);
});

/** Those of each project apart, by the index that has them in order: to group those of all at once takes twice the time. */
const firstInEnvironments = compileOnce(
  (db, { environments, projectIds }: Readonly<Record<'environments' | 'projectIds', string>>) =>
    sql<{ no: number; count: number; found: string }>`
      with counted as materialized (
        select p.value as project_id, e.value ->> 0 as environment, e.value ->> 1 as count
        from json_each(${projectIds}) p cross join json_each((
          select json_group_array(json_array(environment, count)) from (
            select environment, count(*) as count from change_requests
            where project_id = p.value group by environment
          )
        )) e
      )
      select json_rows.no, f.count, (
        select json_group_array(json_array(project_id, id, scheduled_at)) from (
          select c.project_id, c.id, c.scheduled_at from change_requests c
          where c.project_id = f.project_id and c.environment = f.environment
          order by c.scheduled_at, c.id
          limit ${sql.lit(MAX_LISTED)}
        )
      ) as found
      from counted f
      join ${sqliteJsonRows(environments, ASKED_COLUMNS.environments)}
        on json_rows.environment = f.environment`.compile(db),
);

/** How SQLite reads impacts and listings. */
export const sqliteReadDialect: ReadDialect = {
  jsonRows: sqliteJsonRows,

  joinsProjects: true,
  hasOrphans: true,

  isOneOf,

  projectsIn: async (db, ids) => {
    const { rows } = await (ids === undefined
      ? allProjects(db, {}, undefined)
      : projectsIn(db, { ids: JSON.stringify(ids) }, undefined));
    return rows;
  },

  async *firstFound(db, { touches, doubts, environments }, projectIds) {
    const asked = { touches: JSON.stringify(touches), doubts: JSON.stringify(doubts) };
    const [first = '', last = first] = [projectIds[0], projectIds.at(-1)];
    const ids = JSON.stringify(projectIds);
    const { rows } = await firstFound(db, { ...asked, first, last, projectIds: ids }, undefined);
    const inEnvironments = { environments: JSON.stringify(environments), projectIds: ids };
    const { rows: others } =
      environments.length === 0
        ? { rows: [] }
        : await firstInEnvironments(db, inEnvironments, undefined);
    for (const row of [...rows, ...others]) {
      yield { ...row, found: JSON.parse(row.found) as FoundPart['found'] };
    }
  },

  firstPlaces: async (db, query, projectIds) => {
    const { after = LISTING_START, limit } = query;
    // Those of a project before that of the cursor begin after its time.
    const isNext = sql`(c.scheduled_at, c.id) > (${after.scheduledAt}, case
      when json_rows.id > ${after.projectId} then -1
      when json_rows.id = ${after.projectId} then ${after.id}
      else ${sql.lit(Number.MAX_SAFE_INTEGER)} end)`;
    const found = sql`${isNext} and ${passes(query, isOneOf)}`;
    if (projectIds.length === 1) return firstOfEach(db, projectIds, found, limit + 1);
    // A page has change requests of no more projects than it has change requests: those whose first ones come first. If there
    // are as many, none on the page is later than the last of these.
    const firsts = (await firstOfEach(db, projectIds, found, 1))
      .toSorted(compareListingPlaces)
      .slice(0, limit + 1);
    const last = firsts[limit];
    const inTime =
      last === undefined ? found : sql`${found} and c.scheduled_at <= ${last.scheduledAt}`;
    return firstOfEach(
      db,
      firsts.map(({ projectId }) => projectId),
      inTime,
      limit + 1,
    );
  },

  async *soonestTouching(db, { targets, where, limit }) {
    // Change requests of a project that is deleted can still be there.
    const { rows } = await sql<{ no: number; found: string }>`
      select json_rows.no, (
        select json_group_array(json_array(project_id, change_request_id, scheduled_at)) from (
          select t.project_id, t.change_request_id, t.scheduled_at from touches t
          where t.kind = json_rows.kind and t.value = json_rows.value
            and ${where}
            and exists (select 1 from projects where id = t.project_id)
          order by t.scheduled_at, t.project_id, t.change_request_id
          limit ${sql.lit(limit)}
        )
      ) as found
      from ${sqliteJsonRows(JSON.stringify(targets), ASKED_COLUMNS.touches)}`.execute(db);
    for (const { no, found } of rows) {
      yield { no, found: JSON.parse(found) as FoundPart['found'] };
    }
  },
};

// The sign keeps SQLite from probing the index once for each value.
function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`+${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** Finds the first change requests `c` of each project `json_rows` for which a condition holds. */
async function firstOfEach(
  db: Kysely<Tables>,
  projectIds: readonly string[],
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly ListingPlace[]> {
  const { rows } = await sql<{ id: string; places: string }>`
    select json_rows.id, (
      select json_group_array(json_array(scheduled_at, id)) from (
        select c.scheduled_at, c.id from change_requests c
        where c.project_id = json_rows.id and ${condition}
        order by c.scheduled_at, c.id
        limit ${limit}
      )
    ) as places
    from ${sqliteJsonRows(JSON.stringify(projectIds.map((id) => ({ id }))), { id: 'text' })}`.execute(
    db,
  );
  return rows.flatMap(({ id: projectId, places }) =>
    (JSON.parse(places) as readonly (readonly [number, number])[]).map(([scheduledAt, id]) => ({
      scheduledAt,
      projectId,
      id,
    })),
  );
}
