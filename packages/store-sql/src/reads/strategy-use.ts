import type { ChangeRequestVersion, StrategyDefinition, StrategyUse } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import { coveragesOf } from './coverage-text.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { StrategiesTable, Tables } from '../schema/tables.ts';
import { TARGET_KIND_CODES } from '../projection/touch-rows.ts';

/** A row of a use. What its columns mean depends on its part. */
interface UseRow {
  readonly part: number;
  readonly key: string;
  readonly id: number | null;
  readonly text: string | null;
}

/** The kinds of rows of a use. */
const PART = { definition: 0, project: 1, touching: 2, doubtful: 3 } as const;

/**
 * Returns a strategy definition with its use, each of one statement and so of one moment; undefined when there is no such
 * definition. That of a built-in one has no versions: it can't be deleted.
 */
export async function strategyUse(
  session: Pick<SqlSession, 'sha256'>,
  db: Kysely<Tables>,
  name: string,
): Promise<StrategyUse | undefined> {
  for (;;) {
    const stored = await db
      .selectFrom('strategies')
      .select('definition')
      .where('name', '=', name)
      .executeTakeFirst();
    if (stored === undefined) return undefined;
    const { editable } = definitionOf(stored);
    const use = useIn(await useQuery(session, db, name, editable).execute());
    if (use?.definition.editable === editable) return use;
  }
}

/** The strategy definition of a row. */
export function definitionOf({
  definition,
}: Pick<StrategiesTable, 'definition'>): StrategyDefinition {
  return JSON.parse(definition) as StrategyDefinition;
}

/** Whether a definition has more uses than a number. */
export async function hasMoreUses(
  db: Kysely<Tables>,
  name: string,
  than: number,
): Promise<boolean> {
  const kind = sql.lit(TARGET_KIND_CODES.strategyDefinition);
  const { rows } = await sql<{ uses: number }>`
    select count(*) as uses from (
      select 1 from (select 1 from touches where kind = ${kind} and value = ${name} limit ${than + 1}) touching
      union all
      select 1 from (select 1 from doubts where kind = ${kind} and feature = '' limit ${than + 1}) doubtful
    ) as used`.execute(db);
  return Number(rows[0]?.uses) > than;
}

function useIn(rows: readonly UseRow[]): StrategyUse | undefined {
  const of = (wanted: number) => rows.filter(({ part }) => part === wanted);
  const projects = coveragesOf(
    of(PART.project).map(({ key: id, text: coverage }) => ({ id, coverage })),
  );
  const ids = new Set(projects.map(({ projectId }) => projectId));
  const versions = (wanted: number) =>
    of(wanted).flatMap(({ key: projectId, id, text: version }): readonly ChangeRequestVersion[] =>
      // Those of a deleted project can still have rows.
      id === null || version === null || !ids.has(projectId) ? [] : [{ projectId, id, version }],
    );
  const [definition] = of(PART.definition);
  if (definition?.text == null) return undefined;
  return {
    definition: definitionOf({ definition: definition.text }),
    projects,
    touching: versions(PART.touching),
    doubtful: versions(PART.doubtful),
  };
}

function useQuery(
  { sha256 }: Pick<SqlSession, 'sha256'>,
  db: Kysely<Tables>,
  name: string,
  hasVersions: boolean,
) {
  const part = (which: number) => sql<number>`${sql.lit(which)}`.as('part');
  const noId = sql<number | null>`cast(null as bigint)`.as('id');
  const definition = sql<string | null>`definition`.as('text');
  const used = (which: number, table: 'touches' | 'doubts', column: string, value: string) => {
    const project = sql.ref<string>(`${table}.project_id`);
    const id = sql.ref<number>(`${table}.change_request_id`);
    const rows = db
      .selectFrom(table)
      .select([part(which), project.as('key'), sql<number | null>`${id}`.as('id')])
      .where(sql.ref(`${table}.kind`), '=', sql.lit(TARGET_KIND_CODES.strategyDefinition))
      .where(sql.ref(`${table}.${column}`), '=', value);
    if (!hasVersions) return rows.select(sql<string | null>`''`.as('text'));
    return rows
      .innerJoin('change_requests', (join) =>
        join.on('change_requests.project_id', '=', project).on('change_requests.id', '=', id),
      )
      .select(sql<string | null>`${sha256(sql.ref<string>('change_requests.body'))}`.as('text'));
  };
  // Without the part in its order, SQLite reads each part in order, and sorts nothing.
  return db
    .selectFrom('strategies')
    .select([part(PART.definition), 'name as key', noId, definition])
    .where('name', '=', name)
    .unionAll(
      db.selectFrom('projects').select([part(PART.project), 'id as key', noId, 'coverage as text']),
    )
    .unionAll(used(PART.touching, 'touches', 'value', name))
    .unionAll(used(PART.doubtful, 'doubts', 'feature', ''))
    .orderBy('key')
    .orderBy('id');
}
