import { targetValue } from '@forewarn/core';
import { NAME_KINDS } from '@forewarn/record';
import {
  among,
  integer,
  type ReadDialect,
  type Tables,
  TARGET_KIND_CODES,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { type AskedTargets, GONE_KINDS } from '../forecast.ts';

/** Something that a project lacks, or has as archived, and the time of the list that says so. */
export interface MissingRow {
  readonly project_id: string;
  readonly kind: number;
  readonly value: string;
  readonly is_archived: number;
  readonly as_of: string;
}

/** Named in the query, because the key has the kind before the value. */
const KINDS = [...new Set([...GONE_KINDS.map((kind) => NAME_KINDS[kind]), 'archivedFeature'])];

/** Returns what a project lacks of what is asked about in it. What is touched there is among its missing names, if it is missing. */
export async function lackedNames(
  db: Kysely<Tables>,
  { projectId, targets }: AskedTargets,
  { jsonRows }: ReadDialect,
): Promise<readonly MissingRow[]> {
  if (targets.length === 0) return [];
  const values = [...new Set(targets.map(targetValue))];
  const names = await db
    .selectFrom('known_names')
    .select(['kind', 'value'])
    .where('project_id', '=', projectId)
    .where('kind', 'in', KINDS)
    .where('value', 'in', among(jsonRows, values))
    .execute();
  const lists = await db
    .selectFrom('known_name_lists')
    .select(['kind', 'as_of'])
    .where('project_id', '=', projectId)
    .execute();
  const known = new Set(names.map(({ kind, value }) => `${kind} ${value}`));
  const times = new Map(lists.map((list) => [list.kind, list.as_of]));
  const lacked = targets.flatMap((target): readonly MissingRow[] => {
    const value = targetValue(target);
    const isArchived = target.kind === 'feature' && known.has(`archivedFeature ${value}`);
    const list = NAME_KINDS[target.kind];
    const as_of = times.get(isArchived ? 'archivedFeature' : list);
    if (as_of === undefined || (!isArchived && known.has(`${list} ${value}`))) return [];
    const kind = TARGET_KIND_CODES[target.kind];
    return [{ project_id: projectId, kind, value, is_archived: isArchived ? 1 : 0, as_of }];
  });
  if (lacked.length === 0) return [];
  const touched = await touchedAmong(
    db,
    projectId,
    [...new Set(lacked.map(({ value }) => value))],
    jsonRows,
  );
  return lacked.filter(({ kind, value }) => !touched.has(`${kind} ${value}`));
}

/** Returns the kinds and values that change requests of a project touch. */
async function touchedAmong(
  db: Kysely<Tables>,
  projectId: string,
  values: readonly string[],
  jsonRows: ReadDialect['jsonRows'],
): Promise<ReadonlySet<string>> {
  const touches = await db
    .selectFrom('touches')
    .select(['kind', 'value'])
    .distinct()
    .where('project_id', '=', projectId)
    .where('kind', 'in', Object.values(TARGET_KIND_CODES))
    .where('value', 'in', among(jsonRows, values))
    .execute();
  const environments = await db
    .selectFrom('change_requests')
    .select('environment')
    .distinct()
    .where('project_id', '=', projectId)
    .where('environment', 'in', among(jsonRows, values))
    .execute();
  return new Set([
    ...touches.map(({ kind, value }) => `${integer(kind)} ${value}`),
    ...environments.map(({ environment }) => `${TARGET_KIND_CODES.environment} ${environment}`),
  ]);
}
