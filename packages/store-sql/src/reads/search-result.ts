import type { ProjectNotFound, ScheduledChangeRequestMatches } from '@forewarn/core';
import type { Selectable } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { coverageOf } from './coverage-text.ts';
import type { ProjectsTable } from '../schema/tables.ts';

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
    return title === null ? { id, environment } : { id, environment, title };
  });
  return ok({ coverage: coverageOf(first.coverage), changeRequests });
}
