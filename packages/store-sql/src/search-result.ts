import type { ProjectNotFound, ScheduledChangeRequestSummary } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';

/**
 * A row of a search, which joins the project with its matches. No row means that there is no such project; one row of
 * nulls means that nothing matches.
 */
export interface SearchRow {
  readonly id: number | null;
  readonly environment: string | null;
  readonly title: string | null;
}

/** Returns the result of a search from its rows. */
export function searchResult(
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
