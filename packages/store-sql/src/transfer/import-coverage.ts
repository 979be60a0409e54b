import type { ProjectCoverage } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/core/operator';
import { sql, type Transaction } from 'kysely';
import { coverageText, NONE } from '../reads/coverage-text.ts';
import { COVERAGE_COLUMNS, PROJECT_ID_COLUMNS } from '../session/json-rows.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';

interface Import {
  readonly transaction: Transaction<Tables>;
  readonly session: Pick<SqlSession, 'jsonRows'>;
}

/** The id of the project that an entry is about or belongs to. */
export function projectIdOf(entry: ImportEntry): readonly string[] {
  switch (entry.kind) {
    case 'project':
      return [entry.project.id];
    case 'scheduled':
      return [entry.changeRequest.project];
    case 'ended':
    case 'complete':
      return [entry.projectId];
    case 'strategy':
      return [];
  }
}

/** Keeps later writes from making projects live that entries name. One that is live stays live. */
export async function markImported(
  { transaction, session }: Import,
  entries: readonly ImportEntry[],
): Promise<void> {
  const rows = [...new Set(entries.flatMap(projectIdOf))].map((id) => ({ id }));
  if (rows.length === 0) return;
  await sql`
    update projects set coverage = ${NONE}
    where coverage is null
    and id in (select id from ${session.jsonRows(JSON.stringify(rows), PROJECT_ID_COLUMNS)})
  `.execute(transaction);
}

/** The coverage that an entry gives to its project, if it has one. */
export function coverageIn(entry: ImportEntry): readonly ProjectCoverage[] {
  if (entry.kind === 'complete') {
    const { projectId, asOf, source } = entry;
    return [{ projectId, coverage: { kind: 'as-of', asOf, source } }];
  }
  if (entry.kind !== 'project' || entry.coverage === undefined) return [];
  return [{ projectId: entry.project.id, coverage: entry.coverage }];
}

/** Sets the coverage of projects. */
export async function setCoverages(
  { transaction, session }: Import,
  projects: readonly ProjectCoverage[],
): Promise<void> {
  if (projects.length === 0) return;
  const rows = projects.map(({ projectId, coverage }) => {
    return { id: projectId, coverage: coverageText(coverage) };
  });
  await sql`
    update projects set coverage = json_rows.coverage
    from ${session.jsonRows(JSON.stringify(rows), COVERAGE_COLUMNS)}
    where projects.id = json_rows.id and projects.coverage is distinct from json_rows.coverage
  `.execute(transaction);
}
