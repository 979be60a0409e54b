import type { ChangeRequestVersion, StrategyUse } from '@forewarn/impact';
import type { StrategyDefinition } from '@forewarn/record';
import { type Kysely, sql } from 'kysely';
import { coveragesOf } from './project-rows.ts';
import { integer } from '../session/integer.ts';
import { hasMoreThan, type SqlSession } from '../session/sql-session.ts';
import type { StrategiesTable, Tables } from '../schema/tables.ts';
import { TARGET_KIND_CODES } from '../projection/touch-rows.ts';

/** A row of a use. What its columns mean depends on its part. */
interface UseRow {
  readonly part: number;
  readonly key: string;
  readonly id: number | null;
  readonly text: string | null;
}

/** Maximum change requests of a use that is read at once: their texts are hashed. */
const MAX_SHORT_USE = 100;

/** The kinds of rows of a use. */
const PART = { definition: 0, project: 1, touching: 2, doubtful: 3 } as const;

/**
 * Returns a strategy definition with its use, each of one statement and so of one moment; undefined when there is no such
 * definition. That of a built-in one has no versions: it can't be deleted.
 */
export async function strategyUse(
  session: Pick<SqlSession, 'sha256' | 'hash'>,
  db: Kysely<Tables>,
  name: string,
): Promise<StrategyUse | undefined> {
  for (;;) {
    const stored = await definitionAt(db, name).executeTakeFirst();
    if (stored === undefined) return undefined;
    const { editable } = definitionOf(stored);
    const use = useIn(await readUse(session, db, name, editable), session.hash);
    if (use?.definition.editable === editable) return use;
  }
}

/** Selects a strategy definition. */
export const definitionAt = (db: Kysely<Tables>, name: string) =>
  db.selectFrom('strategies').select('definition').where('name', '=', name);

/** The strategy definition of a row. */
export function definitionOf({
  definition,
}: Pick<StrategiesTable, 'definition'>): StrategyDefinition {
  return JSON.parse(definition) as StrategyDefinition;
}

/** Whether a use has more change requests than are read at once. */
export function isLongUse(db: Kysely<Tables>, name: string): Promise<boolean> {
  const kind = sql.lit(TARGET_KIND_CODES.strategyDefinition);
  return hasMoreThan(
    MAX_SHORT_USE,
    db,
    sql`
      select 1 from touches where kind = ${kind} and value = ${name}
      union all
      select 1 from doubts where kind = ${kind} and feature = ''`,
  );
}

function useIn(
  rows: readonly UseRow[],
  hash = (version: string) => version,
): StrategyUse | undefined {
  const of = (wanted: number) => rows.filter(({ part }) => part === wanted);
  const projects = coveragesOf(
    of(PART.project).map(({ key: id, text: coverage }) => ({ id, coverage })),
  );
  const ids = new Set(projects.map(({ projectId }) => projectId));
  const versions = (wanted: number) =>
    of(wanted).flatMap(({ key: projectId, id, text: version }): readonly ChangeRequestVersion[] =>
      // Those of a deleted project can still have rows.
      id === null || version === null || !ids.has(projectId)
        ? []
        : [{ projectId, id: integer(id), version: hash(version) }],
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

async function readUse(
  { sha256 }: Pick<SqlSession, 'sha256'>,
  db: Kysely<Tables>,
  name: string,
  hasVersions: boolean,
): Promise<readonly UseRow[]> {
  const used = (part: number, table: string, column: string, value: string) => {
    const version = hasVersions ? sha256(sql.ref<string>('c.body')) : sql`''`;
    const bodies = sql`join change_requests c on c.project_id = t.project_id and c.id = t.change_request_id`;
    return sql`
      select ${sql.lit(part)}, t.project_id, t.change_request_id, ${version}
      from ${sql.table(table)} t ${hasVersions ? bodies : sql``}
      where t.kind = ${sql.lit(TARGET_KIND_CODES.strategyDefinition)} and t.${sql.ref(column)} = ${value}`;
  };
  // Without the part in its order, SQLite reads each part in order, and sorts nothing.
  const { rows } = await sql<UseRow>`
    select ${sql.lit(PART.definition)} as part, name as key, cast(null as bigint) as id, definition as text
    from strategies where name = ${name}
    union all
    select ${sql.lit(PART.project)}, id, null, coverage from projects
    union all ${used(PART.touching, 'touches', 'value', name)}
    union all ${used(PART.doubtful, 'doubts', 'feature', '')}
    order by key, id`.execute(db);
  return rows;
}
