import type { ChangeRequestVersion, ProjectCoverage, StrategyUse } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import { coverageOf } from './coverage-text.ts';
import type { SqlSession } from './sql-session.ts';
import { definitionOf } from './strategy-row.ts';
import type { Tables } from './tables.ts';
import { TARGET_KIND_CODES } from './touch-rows.ts';

/** The kinds of rows of a use. */
const PART = { definition: 0, project: 1, touching: 2, doubtful: 3 } as const;

/**
 * Returns a strategy definition with its use, in one statement and so of one moment; undefined when there is no such
 * definition.
 */
export async function strategyUse(
  session: Pick<SqlSession, 'readAll' | 'sha256'>,
  db: Kysely<Tables>,
  name: string,
): Promise<StrategyUse | undefined> {
  const rows = await session.readAll(useQuery(session, db, name));
  const of = (wanted: number) => rows.filter(({ part }) => part === wanted);
  const versions = (wanted: number) =>
    of(wanted).flatMap(({ key: projectId, id, text: version }): readonly ChangeRequestVersion[] =>
      id === null || version === null ? [] : [{ projectId, id, version }],
    );
  const [definition] = of(PART.definition);
  if (definition?.text == null) return undefined;
  return {
    definition: definitionOf({ definition: definition.text }),
    projects: of(PART.project).map(({ key: projectId, text }): ProjectCoverage => ({
      projectId,
      coverage: coverageOf(text),
    })),
    touching: versions(PART.touching),
    doubtful: versions(PART.doubtful),
  };
}

function useQuery({ sha256 }: Pick<SqlSession, 'sha256'>, db: Kysely<Tables>, name: string) {
  const part = (which: number) => sql<number>`${sql.lit(which)}`.as('part');
  const noId = sql<number | null>`cast(null as bigint)`.as('id');
  const definition = sql<string | null>`definition`.as('text');
  const version = sha256(sql.ref<string>('change_requests.body')).as('text');
  const kind = sql.lit(TARGET_KIND_CODES.strategyDefinition);
  // Without the part in its order, SQLite reads each part in order, and sorts nothing.
  return db
    .selectFrom('strategies')
    .select([part(PART.definition), 'name as key', noId, definition])
    .where('name', '=', name)
    .unionAll(
      db.selectFrom('projects').select([part(PART.project), 'id as key', noId, 'coverage as text']),
    )
    .unionAll(
      db
        .selectFrom('touches')
        .innerJoin('change_requests', (join) =>
          join
            .onRef('change_requests.project_id', '=', 'touches.project_id')
            .onRef('change_requests.id', '=', 'touches.change_request_id'),
        )
        .select([
          part(PART.touching),
          'touches.project_id as key',
          'touches.change_request_id as id',
          version,
        ])
        .where('touches.kind', '=', kind)
        .where('touches.value', '=', name),
    )
    .unionAll(
      db
        .selectFrom('doubts')
        .innerJoin('change_requests', (join) =>
          join
            .onRef('change_requests.project_id', '=', 'doubts.project_id')
            .onRef('change_requests.id', '=', 'doubts.change_request_id'),
        )
        .select([
          part(PART.doubtful),
          'doubts.project_id as key',
          'doubts.change_request_id as id',
          version,
        ])
        .where('doubts.kind', '=', kind)
        .where('doubts.feature', '=', ''),
    )
    .orderBy('key')
    .orderBy('id');
}
