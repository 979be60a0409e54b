import type { ProjectNotFound, ScheduledChangeRequestSummary } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';

/**
 * A row of a search, which goes from the project to what matches in it: no row, no such project; one row of nulls,
 * nothing matches.
 */
export interface SearchRow {
  readonly id: number | null;
  readonly environment: string | null;
  readonly title: string | null;
}

/** What the rows of a search say. */
export function searchAnswer(
  projectId: string,
  rows: readonly SearchRow[],
): Result<readonly ScheduledChangeRequestSummary[], ProjectNotFound> {
  if (rows.length === 0) return err({ type: 'ProjectNotFound', projectId });
  return ok(
    rows.flatMap(({ id, environment, title }) => {
      if (id === null || environment === null) return [];
      return title === null ? { id, environment } : { id, environment, title };
    }),
  );
}
