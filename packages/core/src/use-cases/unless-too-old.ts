import { err, ok, type Result } from 'neverthrow';
import type { DataTooOld } from '../errors.ts';
import type { ProjectCoverage } from '../model/coverage.ts';
import { isCurrent } from '../rules/outcome-of.ts';
import { type DataAgeLimit, notBeforeNow } from './data-age-limit.ts';

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
