import { targetValue } from '@forewarn/core';
import { NAME_KINDS } from '@forewarn/record';
import {
  among,
  integer,
  type ReadDialect,
  type Tables,
  TARGET_KIND_CODES,
} from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AskedTargets, type Gone, GONE_KINDS, type GoneTarget } from '../forecast.ts';
import { removalsOf } from '../removals-of.ts';
import { lackedNames, type MissingRow } from './lacked-names.ts';
import { isRegistered } from './planned-places.ts';

/** The id of an event that has none yet. */
export const UNNUMBERED = 0;

/** Returns what is gone: strategy definitions that were deleted and that are touched, and what projects lack, also of what is asked about. */
export async function goneIn(
  db: Kysely<Tables>,
  projectCount: number,
  dialect: ReadDialect,
  asked?: AskedTargets,
): Promise<readonly Gone[]> {
  const definitions = (asked?.targets ?? []).filter(({ kind }) => kind === 'strategyDefinition');
  return [
    ...(await deletedIn(db, dialect, definitions.map(targetValue))),
    ...(await missingIn(db, projectCount, dialect, asked)),
  ];
}

/** Sorts after each name. */
const AFTER_NAMES = '\u{10FFFF}'.repeat(256);

const DEFINITION = sql.lit(TARGET_KIND_CODES.strategyDefinition);

async function deletedIn(
  db: Kysely<Tables>,
  { joinsProjects, isOneOf }: ReadDialect,
  alsoTouched: readonly string[],
): Promise<readonly Gone[]> {
  const isNamed =
    alsoTouched.length === 0 ? sql`` : sql`or ${isOneOf('e.deleted_strategy', alsoTouched)}`;
  const isTouched = joinsProjects
    ? sql`(exists (
        select 1 from touches t where t.kind = ${DEFINITION} and t.value = e.deleted_strategy limit 1 offset 0)
        ${isNamed})`
    : sql`true`;
  // The bounds let Postgres use the index before it has statistics. The last event of each name counts. The newest may have no id yet.
  const { rows } = await sql<{
    name: string;
    id: number | null;
    created_at: string;
    created_by: string;
  }>`
    select e.deleted_strategy as name, e.id, e.created_at, e.created_by
    from events e
    where e.deleted_strategy >= '' and e.deleted_strategy <= ${AFTER_NAMES}
      and not exists (select 1 from strategies s where s.name = e.deleted_strategy)
      and ${isTouched}
    order by e.id nulls last`.execute(db);
  const last = new Map(rows.map((row) => [row.name, row]));
  return [...last.values()].map(({ name, id, created_at, created_by }): Gone => {
    const event = {
      id: id === null ? UNNUMBERED : integer(id),
      type: 'strategy-deleted' as const,
      createdAt: created_at,
      createdBy: created_by,
    };
    return { target: { kind: 'strategyDefinition', name }, removals: ['delete'], event };
  });
}

const KIND_OF = new Map(GONE_KINDS.map((kind) => [TARGET_KIND_CODES[kind], kind]));

/** The kind of the names that targets are missing among, by the code of their kind. */
export const namesOf = (code: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case ${code} ${sql.join(
    GONE_KINDS.map(
      (kind) => sql`when ${sql.lit(TARGET_KIND_CODES[kind])} then ${sql.lit(NAME_KINDS[kind])}`,
    ),
    sql` `,
  )} end`;

async function missingIn(
  db: Kysely<Tables>,
  projectCount: number,
  dialect: ReadDialect,
  asked?: AskedTargets,
): Promise<readonly Gone[]> {
  const stored = await sql<MissingRow>`
    select m.project_id, m.kind, m.value, m.is_archived, l.as_of
    from forewarn_missing_names m join known_name_lists l on l.project_id = m.project_id
    where l.kind = case when m.is_archived = 1 then 'archivedFeature' else ${namesOf(sql`m.kind`)} end`.execute(
    db,
  );
  const lacked = asked === undefined ? [] : await lackedNames(db, asked, dialect);
  const rowKey = (row: MissingRow): string => `${row.kind} ${row.project_id} ${row.value}`;
  const rows = [...new Map([...lacked, ...stored.rows].map((row) => [rowKey(row), row])).values()];
  if (rows.length === 0) return [];
  const known = await knownElsewhere(db, rows, dialect);
  const registered = await registeredIn(db, rows, dialect);
  const projects = await dialect.projectsIn(db, [...new Set(rows.map((row) => row.project_id))]);
  const ids = new Set(projects.map(({ id }) => id));
  return rows.flatMap((row): readonly Gone[] => {
    const kind = KIND_OF.get(integer(row.kind));
    if (kind === undefined || !ids.has(row.project_id)) return [];
    if (kind === 'strategyDefinition' && registered.has(row.value)) return [];
    const removals = removalsOf({
      kind,
      isArchived: integer(row.is_archived) === 1,
      isElsewhere: known.names.has(`${NAME_KINDS[kind]} ${row.value}`),
      areAllListed: known.lists.get(NAME_KINDS[kind]) === projectCount,
      areArchivedListed: known.archived.has(row.project_id),
    });
    const target = targetAt(kind, row.value);
    return [{ target, projectId: row.project_id, removals, asOf: row.as_of }];
  });
}

/** Returns the target of a row of `forewarn_missing_names`. */
export function goneTargetOf(code: number, value: string): GoneTarget | undefined {
  const kind = KIND_OF.get(integer(code));
  return kind && targetAt(kind, value);
}

function targetAt(kind: GoneTarget['kind'], value: string): GoneTarget {
  if (kind === 'segment') return { kind, id: Number(value) };
  return kind === 'strategy' ? { kind, id: value } : { kind, name: value };
}

const MOVABLE: ReadonlySet<number> = new Set([
  TARGET_KIND_CODES.feature,
  TARGET_KIND_CODES.segment,
]);

/** What is known in other projects of the names that a project lacks. */
interface Elsewhere {
  /** Their kinds and names, of those that another project has. */
  readonly names: ReadonlySet<string>;
  /** How many projects have a list of each kind. */
  readonly lists: ReadonlyMap<string, number>;
  /** The projects with a list of archived features, of those that lack something. */
  readonly archived: ReadonlySet<string>;
}

/** Only features and segments move. */
async function knownElsewhere(
  db: Kysely<Tables>,
  rows: readonly MissingRow[],
  dialect: ReadDialect,
): Promise<Elsewhere> {
  const { jsonRows } = dialect;
  const moved = rows.filter(
    (row) => MOVABLE.has(integer(row.kind)) && integer(row.is_archived) === 0,
  );
  if (moved.length === 0) return { names: new Set(), lists: new Map(), archived: new Set() };
  const values = [...new Set(moved.map(({ value }) => value))];
  const kinds = sql`kind in ('feature', 'segment')`;
  const names = await sql<{ kind: string; value: string }>`
    select distinct kind, value from known_names
    where ${kinds} and value in ${among(jsonRows, values)}`.execute(db);
  const lists = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from known_name_lists l
    where ${kinds} and ${isRegistered(dialect, sql`l.project_id`)}
    group by kind`.execute(db);
  const projectIds = [...new Set(moved.map(({ project_id }) => project_id))];
  const archived = await sql<{ project_id: string }>`
    select project_id from known_name_lists
    where kind = 'archivedFeature' and project_id in ${among(jsonRows, projectIds)}`.execute(db);
  return {
    names: new Set(names.rows.map(({ kind, value }) => `${kind} ${value}`)),
    lists: new Map(lists.rows.map(({ kind, count }) => [kind, integer(count)])),
    archived: new Set(archived.rows.map(({ project_id }) => project_id)),
  };
}

async function registeredIn(
  db: Kysely<Tables>,
  rows: readonly MissingRow[],
  { jsonRows }: ReadDialect,
): Promise<ReadonlySet<string>> {
  const names = rows
    .filter(({ kind }) => integer(kind) === TARGET_KIND_CODES.strategyDefinition)
    .map(({ value }) => value);
  if (names.length === 0) return new Set();
  const found = await db
    .selectFrom('strategies')
    .select('name')
    .where('name', 'in', among(jsonRows, [...new Set(names)]))
    .execute();
  return new Set(found.map(({ name }) => name));
}
