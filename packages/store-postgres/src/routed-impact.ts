import { MAX_LISTED, MAX_LISTED_BYTES } from '@forewarn/core';
import type { Tables } from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { PARTS } from './impact-statement.ts';
import type { ImpactRow, ImpactStatements } from './postgres-impact.ts';
import { bodiesOf, projectsOf } from './routed-rows.ts';
import { atOneMoment } from './routed-session.ts';

/** A change request of a list, one of the first of its project. */
interface Listed {
  /** The number of the list. */
  readonly no: number;
  readonly project_id: string;
  readonly id: number;
  /** Its position among those of its list and project, from 1. */
  readonly rank: number;
  /** How many its list and project have. */
  readonly count: number;
  /** The size of its JSON text. */
  readonly bytes: number;
}

interface Placed extends Listed {
  /** Its place in the order in which lists are filled: the first of each before the second of any. */
  readonly position: number;
}

/** More lists than an impact has. */
const MAX_LISTS = 1_000_000;

/**
 * The statements for tables that are distributed by project: each machine finds the first of its projects, and the lists
 * are put together here.
 */
export const routedImpact: ImpactStatements = (
  db,
  [touches = '', doubts = '', projectIds = ''],
  ignoresOtherProjects,
) =>
  atOneMoment(db, async (transaction) => {
    const ids = JSON.parse(projectIds) as readonly string[];
    const projects = await projectsOf(transaction, ids);
    const hasOthers = !ignoresOtherProjects && (await hasOthersThan(transaction, ids));
    const known = projects.map(({ id }) => id);
    const listed = [
      ...(await listedIn(transaction, TOUCHING(touches, known), known)),
      ...(await listedIn(transaction, DOUBTFUL(doubts, known), known)),
    ];
    const lists = cut(listsOf(listed, known));
    const found = foundIn(lists);
    const texts = await bodiesOf(transaction, found);
    const bodies = texts.map(({ position, text }) => ({ part: PARTS.body, no: position, text }));
    const state = {
      part: PARTS.state,
      no: hasOthers ? 1 : 0,
      list: projects.map(({ id, coverage }) => [id, coverage] as const),
      text: 'off',
    };
    return [state, ...listRows(lists, found), ...bodies];
  });

async function hasOthersThan(db: Kysely<Tables>, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from projects where id <> all(${ids}) limit 1`.execute(db);
  return rows.length > 0;
}

const TOUCHING = (asked: string, projectIds: readonly string[]) => sql`
  select a.no, t.project_id, t.change_request_id as id
  from json_to_recordset(${asked}::json) as a (no int, kind smallint, value text)
  join touches t on t.kind = a.kind and t.value = a.value
  where t.project_id = any(${projectIds})`;

const DOUBTFUL = (asked: string, projectIds: readonly string[]) => sql`
  select distinct a.no, t.project_id, t.change_request_id as id
  from json_to_recordset(${asked}::json) as a (no int, kind smallint, feature text)
  join doubts t on t.kind = a.kind and t.feature = a.feature
  where t.project_id = any(${projectIds})`;

// Both tables name the projects, so that no machine without them is asked.
async function listedIn(
  db: Kysely<Tables>,
  matches: RawBuilder<unknown>,
  projectIds: readonly string[],
): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
    select l.no, l.project_id, l.id, l.rank, l.count, octet_length(c.body) as bytes
    from (
      select no, project_id, id,
        row_number() over (partition by project_id, no order by id) as rank,
        count(*) over (partition by project_id, no) as count
      from (${matches}) m
    ) l
    join change_requests c on c.project_id = l.project_id and c.id = l.id
    where l.rank <= ${sql.lit(MAX_LISTED)} and c.project_id = any(${projectIds})`.execute(db);
  return rows;
}

interface List {
  readonly no: number;
  readonly count: number;
  /** The first {@link MAX_LISTED}, in order of project and id. */
  readonly first: readonly Placed[];
}

function listsOf(listed: readonly Listed[], projectIds: readonly string[]): readonly List[] {
  const order = new Map(projectIds.map((id, index) => [id, index]));
  const placeOf = ({ project_id }: Listed): number => order.get(project_id) ?? -1;
  return [...Map.groupBy(listed, ({ no }) => no)].map(([no, rows]) => ({
    no,
    count: rows.reduce((sum, { rank, count }) => sum + (rank === 1 ? count : 0), 0),
    first: rows
      .toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
      .slice(0, MAX_LISTED)
      .map((row, index) => ({ ...row, position: index * MAX_LISTS + no })),
  }));
}

const keyOf = ({ project_id, id }: Pick<Listed, 'project_id' | 'id'>): string =>
  `${id} ${project_id}`;

/** Each listed change request once, at its first position, in the order of positions. */
function foundIn(lists: readonly List[]): readonly Placed[] {
  const found = new Map<string, Placed>();
  const placed = lists.flatMap(({ first }) => first).toSorted((a, b) => a.position - b.position);
  for (const each of placed) if (!found.has(keyOf(each))) found.set(keyOf(each), each);
  return [...found.values()];
}

/** Leaves out everything from the first position whose change request is one too many. Keeps one change request. */
function cut(lists: readonly List[]): readonly List[] {
  let bytes = 0;
  const end = foundIn(lists).find((each, index) => {
    bytes += each.bytes;
    return bytes > MAX_LISTED_BYTES && index > 0;
  });
  if (end === undefined) return lists;
  return lists.map((list) => ({
    ...list,
    first: list.first.filter(({ position }) => position < end.position),
  }));
}

function listRows(lists: readonly List[], found: readonly Placed[]): readonly ImpactRow[] {
  const positions = new Map(found.map((each) => [keyOf(each), each.position]));
  return lists.map(({ no, count, first }) => ({
    part: PARTS.list,
    no,
    count,
    list: first.flatMap((each) => positions.get(keyOf(each)) ?? []),
  }));
}
