import { isSearched } from '@forewarn/core';
import { type Name, NAME_KINDS, type NameKind, SilentChanges } from '@forewarn/record';
import {
  coverageOf,
  integer,
  keepChanges,
  type NameFollower,
  type ReplacedLists,
  type Tables,
  TARGET_KIND_CODES,
  type Writing,
} from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { GONE_KINDS } from '../forecast.ts';
import { goneTargetOf, namesOf } from './gone-in.ts';
import type { MissingNamesTable } from './tables.ts';

/** Something that a project lacks. */
type MissingName = Pick<MissingNamesTable, 'kind' | 'value' | 'is_archived'>;

const CODES: ReadonlyMap<NameKind, number> = new Map(
  GONE_KINDS.map((kind) => [NAME_KINDS[kind], TARGET_KIND_CODES[kind]]),
);
const FEATURE = TARGET_KIND_CODES.feature;
const ENVIRONMENT = TARGET_KIND_CODES.environment;

const codeOf = (kind: NameKind): number | undefined =>
  kind === 'archivedFeature' ? FEATURE : CODES.get(kind);

const MISSING_COLUMNS = {
  project_id: 'text',
  kind: 'smallint',
  value: 'text',
  is_archived: 'smallint',
} as const;

const nameKey = ({ kind, value }: MissingName): string => `${kind} ${value}`;

/** Keeps what change requests touch and the lists of their projects lack. */
export const nameFollower: NameFollower = {
  replaced: findMissing,
  isNews: async (db, projectId, names) => (await missingAmong(db, projectId, names)).length > 0,
  added: async (to, projectId, names) =>
    findAgain(to, projectId, await missingAmong(to.transaction, projectId, names)),
};

/**
 * Finds what change requests of a project touch and its new lists lack, or have as archived. The transaction must have locked
 * the project.
 */
async function findMissing(
  { session, transaction }: Writing<'jsonRows' | 'hooks'>,
  { projectId, coverage: text, asOf, kinds, changed }: ReplacedLists,
): Promise<void> {
  const codes = [...new Set(kinds.flatMap((kind) => codeOf(kind) ?? []))];
  if (codes.length === 0) return;
  const before = new Map(
    (await missingNames(transaction, projectId))
      .filter(({ kind }) => codes.includes(kind))
      .map((row) => [nameKey(row), row]),
  );
  const coverage = coverageOf(text);
  // What is new may be newer than the lists.
  const mayBeNewer = coverage.kind === 'as-of' && Date.parse(coverage.asOf) > Date.parse(asOf);
  const found = [
    ...(await lackedBy(transaction, projectId, codes)),
    ...(codes.includes(ENVIRONMENT) ? await lackedEnvironments(transaction, projectId) : []),
  ];
  const now = new Map(
    found
      .filter((row) => !mayBeNewer || before.has(nameKey(row)))
      .map((row) => [nameKey(row), row]),
  );
  const isSame = (row: MissingName, other: MissingName | undefined): boolean =>
    other !== undefined && row.is_archived === other.is_archived;
  const ended = [...before.values()].filter((row) => !isSame(row, now.get(nameKey(row))));
  const begun = [...now.values()].filter((row) => !isSame(row, before.get(nameKey(row))));
  await remove(transaction, session, projectId, ended);
  await insert(transaction, session, projectId, begun);
  const movable = await movableIn(transaction, projectId, changed);
  // With its archived features, a project tells what was deleted.
  const affected = changed.includes('archivedFeature')
    ? [...before.values(), ...begun]
    : [...ended, ...begun];
  const own = affected.map((row) => ({ ...row, project_id: projectId }));
  await keepMissing({ session, transaction }, [...own, ...movable]);
}

type MissingIn = Pick<MissingNamesTable, 'project_id' | 'kind' | 'value'>;

/** Tells what touches names that are missing, or are there again. */
async function keepMissing(
  { session, transaction }: Writing<'hooks'>,
  rows: readonly MissingIn[],
): Promise<void> {
  const changes = new SilentChanges();
  for (const { project_id, kind, value } of rows) {
    const target = goneTargetOf(kind, value);
    // What is in an environment is not found by a target.
    if (target !== undefined && isSearched(target)) changes.addTarget(target, 0, project_id);
    else changes.addAll();
  }
  await keepChanges({ session, transaction }, changes);
}

const MOVABLE: ReadonlySet<NameKind> = new Set(['feature', 'segment']);

/** Finds what other projects lack, and this one may have or have had: that decides what can have been done to it. */
async function movableIn(
  transaction: Kysely<Tables>,
  projectId: string,
  changed: readonly NameKind[],
): Promise<readonly MissingIn[]> {
  const codes = changed.filter((kind) => MOVABLE.has(kind)).flatMap((kind) => codeOf(kind) ?? []);
  if (codes.length === 0) return [];
  return transaction
    .selectFrom('forewarn_missing_names')
    .select(['project_id', 'kind', 'value'])
    .where('project_id', '<>', projectId)
    .where('is_archived', '=', 0)
    .where('kind', 'in', codes)
    .execute();
}

const read = (rows: readonly MissingName[]): readonly MissingName[] =>
  rows.map(({ kind, value, is_archived }) => {
    return { kind: integer(kind), value, is_archived: integer(is_archived) };
  });

const missingNames = async (
  db: Kysely<Tables>,
  projectId: string,
): Promise<readonly MissingName[]> =>
  read(
    await db
      .selectFrom('forewarn_missing_names')
      .select(['kind', 'value', 'is_archived'])
      .where('project_id', '=', projectId)
      .execute(),
  );

/** Whether a project has a list of the kind that a condition names. */
const hasList = (projectId: string, kind: RawBuilder<unknown>) => sql`exists (
  select 1 from known_name_lists l where l.project_id = ${projectId} and l.kind = ${kind})`;

/** Whether a value `v` is among the names of a kind in a project. */
const isKnown = (
  projectId: string,
  kind: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
) => sql`exists (
  select 1 from known_names k where k.project_id = ${projectId} and k.kind = ${kind} and k.value = ${value})`;

const LIST = namesOf(sql`t.kind`);

async function lackedBy(
  transaction: Kysely<Tables>,
  projectId: string,
  codes: readonly number[],
): Promise<readonly MissingName[]> {
  const value = sql`t.value`;
  // The sum keeps a planner from reading these kinds of all projects.
  const { rows } = await sql<MissingName>`
    select kind, value, max(is_archived) as is_archived
    from (
      select t.kind, t.value,
        case when t.kind = ${sql.lit(FEATURE)} and ${isKnown(projectId, sql`'archivedFeature'`, value)}
          then 1 else 0 end as is_archived
      from (
        select distinct kind, value from touches
        where project_id = ${projectId}
          and kind + 0 in (${sql.join(codes.map((code) => sql.lit(code)))})
      ) t
      where (${hasList(projectId, LIST)} and not ${isKnown(projectId, LIST, value)})
        or (t.kind = ${sql.lit(FEATURE)} and ${isKnown(projectId, sql`'archivedFeature'`, value)})
    ) found
    group by kind, value`.execute(transaction);
  return read(rows);
}

async function lackedEnvironments(
  transaction: Kysely<Tables>,
  projectId: string,
): Promise<readonly MissingName[]> {
  const { rows } = await sql<{ value: string }>`
    select t.value from (
      select distinct environment as value from change_requests where project_id = ${projectId}
    ) t
    where ${hasList(projectId, sql`'environment'`)}
      and not ${isKnown(projectId, sql`'environment'`, sql`t.value`)}`.execute(transaction);
  return rows.map(({ value }) => ({ kind: ENVIRONMENT, value, is_archived: 0 }));
}

async function remove(
  transaction: Kysely<Tables>,
  { jsonRows }: Writing<'jsonRows'>['session'],
  projectId: string,
  missing: readonly MissingName[],
): Promise<void> {
  if (missing.length === 0) return;
  const rows = missing.map((row) => ({ project_id: projectId, ...row }));
  await sql`
    delete from forewarn_missing_names
    where project_id = ${projectId} and (kind, value) in (
      select kind, value from ${jsonRows(JSON.stringify(rows), MISSING_COLUMNS, projectId)}
    )`.execute(transaction);
}

async function insert(
  transaction: Kysely<Tables>,
  { jsonRows }: Writing<'jsonRows'>['session'],
  projectId: string,
  missing: readonly MissingName[],
): Promise<void> {
  if (missing.length === 0) return;
  const rows = missing.map((row) => ({ project_id: projectId, ...row }));
  await sql`
    insert into forewarn_missing_names (project_id, kind, value, is_archived)
    select project_id, kind, value, is_archived
    from ${jsonRows(JSON.stringify(rows), MISSING_COLUMNS, projectId)} where true
    on conflict do nothing`.execute(transaction);
}

/** Returns those of the names that are missing in a project. Strategy definitions end it only by being there. */
async function missingAmong(
  db: Kysely<Tables>,
  projectId: string,
  names: readonly Name[],
): Promise<readonly MissingName[]> {
  const asked = new Set(
    names
      .filter(({ kind }) => kind !== 'strategyDefinition')
      .map(({ kind, value }) => `${codeOf(kind)} ${value}`),
  );
  return (await missingNames(db, projectId)).filter((row) => asked.has(nameKey(row)));
}

/** Ends that names are missing in a project. */
async function findAgain(
  { session, transaction }: Writing<'jsonRows' | 'hooks'>,
  projectId: string,
  missing: readonly MissingName[],
): Promise<void> {
  await remove(transaction, session, projectId, missing);
  const again = missing.map((row) => ({ ...row, project_id: projectId }));
  await keepMissing({ session, transaction }, again);
}
