import {
  type ImpactFindings,
  type ImpactSearch,
  MAX_LISTED,
  MAX_LISTED_BYTES,
  type ScheduledChangeRequest,
  type TargetFindings,
} from '@forewarn/core';
import { timeSlices } from '@forewarn/core/adapter';
import {
  coveragesOf,
  impactPlan,
  type ImpactPlan,
  integer,
  type Tables,
} from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { ReadOnlyServer } from './session/postgres-errors.ts';

/** The parts of the result. */
const PARTS = { state: 0, list: 1, body: 2 } as const;

// A probe of the index per target and feature. The bounds make one project a range of its own; "is true" keeps the planner
// from a join with the projects, which would probe the index once per project.
const inScope = (table: string): string => `
  ${table}.project_id between (select min(id) from scope) and (select max(id) from scope)
  and (${table}.project_id in (select id from scope)) is true`;

// The primary key's index has all that this reads.
const firstOf = (table: string, condition: string, limit: number): string => `
  cross join lateral (
    select t.project_id, t.change_request_id as id, t.scheduled_at as due
    from ${table} t
    where ${condition} and ${inScope('t')}
    order by due, t.project_id, id
    limit ${limit}
  ) t`;

const RANK = 'row_number() over (partition by no order by due, project_id, id) as rank';
const IS_TOUCHED = 't.kind = a.kind and t.value = a.value';

/**
 * An impact. Its parameters are JSON, whose length the planner can't see, so that it keeps one plan: the targets, the
 * doubts and the environments that are asked about, each with the number of its list, and the ids of the projects.
 *
 * A position is a place in a list, in the order in which they are filled: the first of each list before the second of any.
 * What is listed ends at the first position, `cut`, whose change request is one too many.
 */
const IMPACT = `
  with asked as materialized (
    select no, kind, value from json_to_recordset($1::json) as a (no int, kind smallint, value text)
  ), doubts_asked as materialized (
    select no, kind, feature from json_to_recordset($2::json) as a (no int, kind smallint, feature text)
  ), scope as materialized (
    select p.id, p.coverage from json_array_elements_text($3::json) as s (id) join projects p on p.id = s.id
  ), environments_asked as materialized (
    select no, environment from json_to_recordset($4::json) as a (no int, environment text)
  ), environments as materialized (
    select a.no, s.id as project_id, a.environment, (sum(c.count) over (partition by a.no))::bigint as count
    from scope s cross join lateral (
      select c.environment, count(*) as count from change_requests c
      where c.project_id = s.id group by c.environment
    ) c join environments_asked a on a.environment = c.environment
    where exists (select from environments_asked)
  ), touching as (
    select a.no, a.kind, a.value, t.project_id, t.id, ${RANK}, count(*) over (partition by no) as count
    from asked a ${firstOf('touches', IS_TOUCHED, MAX_LISTED + 1)}
  ), inside as (
    select no, null::smallint as kind, null as value, e.project_id, id, ${RANK}, count
    from environments e cross join lateral (
      select c.id, c.scheduled_at as due from change_requests c
      where c.project_id = e.project_id and c.environment = e.environment
      order by due, c.id
      limit ${MAX_LISTED}
    ) c
  ), doubtful as (
    select no, null::smallint as kind, null as value, project_id, id, ${RANK}, null::bigint as count
    from (
      select distinct a.no, t.* from doubts_asked a
      ${firstOf('doubts', 't.kind = a.kind and t.feature = a.feature', MAX_LISTED)}
    ) f
  ), listed as materialized (
    select no, kind, value, project_id, id, count, rank * 1000000 + no as position
    from (table touching union all table inside union all table doubtful) l
    where rank <= ${MAX_LISTED}
  ), found as materialized (
    select project_id, id, min(position) as position from listed group by project_id, id
  ), sized as (
    select position, sum(bytes) over (order by position) as bytes
    from found f cross join lateral (
      select octet_length(c.body) as bytes from change_requests c
      where c.project_id = f.project_id and c.id = f.id
      offset 0
    ) c
  ), cut as materialized (
    select min(position) as position from sized
    where bytes > ${MAX_LISTED_BYTES} and position > (select min(position) from found)
  )
  select ${PARTS.state} as part,
    (exists (
      select from projects p where (p.id in (select id from scope)) is not true
    ))::int::bigint as no,
    null::bigint as count,
    (select json_agg(json_build_array(id, coverage) order by id) from scope) as list,
    current_setting('transaction_read_only') as text
  union all
  select ${PARTS.list}, a.no,
    case when a.kind is null or max(a.count) <= ${MAX_LISTED} then max(a.count) else (
      select count(*) from touches t where ${IS_TOUCHED} and ${inScope('t')}
    ) end,
    json_agg(f.position order by a.position) filter (where (a.position < c.position) is not false),
    null
  from listed a
  join found f on f.project_id = a.project_id and f.id = a.id
  cross join cut c
  group by a.no, a.kind, a.value
  union all
  select ${PARTS.body}, f.position, null, null,
    (select c.body from change_requests c where c.project_id = f.project_id and c.id = f.id)
  from found f cross join cut c
  where (f.position < c.position) is not false`.replaceAll(/\s+/g, ' ');

interface StateRow {
  readonly part: typeof PARTS.state;
  /** Whether other projects are registered, 1 or 0. */
  readonly no: number;
  /** The ids and coverages of the projects, in order. */
  readonly list: readonly (readonly [string, string | null])[] | null;
  /** Whether the server is read-only. */
  readonly text: string;
}

interface ListRow {
  readonly part: typeof PARTS.list;
  readonly no: number;
  /** Null for a list of doubtful ones. */
  readonly count: number | null;
  /** The positions of the bodies. */
  readonly list: readonly number[] | null;
}

/** A row of an impact. */
type ImpactRow =
  | StateRow
  | ListRow
  | { readonly part: typeof PARTS.body; readonly no: number; readonly text: string };

/** Reads an impact in one statement, from tables that are all on one machine. */
export async function plainImpact(
  db: Kysely<Tables>,
  { asked, projectIds }: ImpactSearch,
  signal: AbortSignal,
): Promise<ImpactFindings> {
  const plan = impactPlan(asked);
  const { touches, doubts, environments } = plan;
  const parameters = [touches, doubts, projectIds, environments].map((each) =>
    JSON.stringify(each),
  );
  const { rows } = await db.executeQuery<ImpactRow>(CompiledQuery.raw(IMPACT, parameters));
  if (rows.some((row) => row.part === PARTS.state && row.text === 'on')) throw new ReadOnlyServer();
  return findingsOf(plan, rows, signal);
}

async function findingsOf(
  plan: ImpactPlan,
  rows: readonly ImpactRow[],
  signal: AbortSignal,
): Promise<ImpactFindings> {
  const pause = timeSlices(signal);
  const bodies = new Map<number, ScheduledChangeRequest>();
  const lists = new Map<number, ListRow>();
  let state: StateRow | undefined;
  for (const row of rows) {
    await pause();
    if (row.part === PARTS.state) state = row;
    else if (row.part === PARTS.list) lists.set(integer(row.no), row);
    else bodies.set(integer(row.no), JSON.parse(row.text) as ScheduledChangeRequest);
  }
  const listed = (no: number) =>
    (lists.get(no)?.list ?? []).flatMap((position) => bodies.get(position) ?? []);
  const targets: TargetFindings[] = [];
  for (const { touching, doubtful } of plan.targets) {
    await pause();
    targets.push({
      count: integer(lists.get(touching)?.count ?? 0),
      touching: listed(touching),
      isDoubtful: lists.has(doubtful),
      doubtful: listed(doubtful),
    });
  }
  const projects = (state?.list ?? []).map(([id, coverage]) => ({ id, coverage }));
  return {
    projects: coveragesOf(projects),
    hasOtherProjects: integer(state?.no) === 1,
    targets,
  };
}
