import { err, ok, type Result } from 'neverthrow';
import type { DataTooOld } from './errors.ts';
import { isCurrent, type ProjectCoverage } from './coverage.ts';

/** How old data may be. */
export interface DataAgeLimit {
  /** Older data, and data that was never complete, says nothing. Any age is allowed when absent. */
  readonly maxDataAgeMs?: number | undefined;
}

/** Returns the time before which data is too old now; undefined when any age is allowed. */
export const notBeforeNow = ({ maxDataAgeMs }: DataAgeLimit): string | undefined =>
  maxDataAgeMs === undefined ? undefined : new Date(Date.now() - maxDataAgeMs).toISOString();

/** The error for a project whose data was never complete, where any age is not enough. */
export const neverComplete = (
  projectId: string,
  { maxDataAgeMs = Infinity }: DataAgeLimit,
): DataTooOld => ({ type: 'DataTooOld', projectId, coverage: { kind: 'none' }, maxDataAgeMs });

/** Returns `DataTooOld` for the first project whose data is older than allowed. */
export function unlessTooOld(
  projects: readonly ProjectCoverage[],
  limit: DataAgeLimit,
): Result<void, DataTooOld> {
  const { maxDataAgeMs } = limit;
  if (maxDataAgeMs === undefined) return ok();
  const notBefore = notBeforeNow(limit);
  for (const { projectId, coverage } of projects) {
    if (coverage.kind === 'live' || isCurrent(coverage, notBefore)) continue;
    return err({ type: 'DataTooOld', projectId, coverage, maxDataAgeMs });
  }
  return ok();
}
