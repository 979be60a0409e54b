import type { Coverage, ProjectNotFound, ScheduledChangeRequestMatches } from '@forewarn/core';
import { distinctCoverages, type ProjectCoverage } from '@forewarn/record';
import { type Kysely, type Selectable, sql } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import type { ProjectsTable, Tables } from '../schema/tables.ts';
import { integer } from '../session/integer.ts';

/**
 * A row of a search, which joins the project with its matches. No row means that there is no such project; one row
 * without an id means that nothing matches. The first row has the project's coverage.
 */
export interface SearchRow extends Pick<Selectable<ProjectsTable>, 'coverage'> {
  readonly id: number | null;
  readonly environment: string | null;
  readonly title: string | null;
}

/** Returns the result of a search from its rows. */
export function searchResult(
  projectId: string,
  rows: readonly SearchRow[],
): Result<ScheduledChangeRequestMatches, ProjectNotFound> {
  const [first] = rows;
  if (first === undefined) return err({ type: 'ProjectNotFound', projectId });
  const changeRequests = rows.flatMap(({ id, environment, title }) => {
    if (id === null || environment === null) return [];
    const found = { id: integer(id), environment };
    return title === null ? found : { ...found, title };
  });
  return ok({ coverage: coverageOf(first.coverage), changeRequests });
}

/** The text of `live`. */
export const LIVE = coverageText({ kind: 'live' });

/** The text of `none`. */
export const NONE = coverageText({ kind: 'none' });

/** A coverage as the table of projects has it. */
export function coverageText(coverage: Coverage): string {
  if (coverage.kind !== 'as-of') return JSON.stringify({ kind: coverage.kind });
  const { kind, asOf, source } = coverage;
  return JSON.stringify({ kind, asOf, source });
}

/** Reads a coverage from the table of projects. */
export function coverageOf(text: string | null): Coverage {
  return text === null ? { kind: 'none' } : (JSON.parse(text) as Coverage);
}

/** The coverage of each project, from its row. */
export function coveragesOf(
  rows: readonly { readonly id: string; readonly coverage: string | null }[],
): readonly ProjectCoverage[] {
  // Thousands of projects are of few moments.
  const parsed = new Map<string | null, Coverage>();
  return rows.map(({ id, coverage: text }) => {
    const known = parsed.get(text) ?? coverageOf(text);
    parsed.set(text, known);
    return { projectId: id, coverage: { ...known } };
  });
}

/** Returns each coverage that a project has, once, and how many projects there are. */
export async function allCoveragesIn(
  db: Kysely<Tables>,
): Promise<{ readonly coverages: readonly Coverage[]; readonly count: number }> {
  const { rows } = await sql<{ coverage: string | null; count: number }>`
    select coverage, count(*) as count from projects group by coverage`.execute(db);
  return {
    coverages: distinctCoverages(rows.map(({ coverage }) => coverageOf(coverage))),
    count: rows.reduce((sum, { count }) => sum + integer(count), 0),
  };
}
