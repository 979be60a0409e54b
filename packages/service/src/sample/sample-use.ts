import type { FeatureUse, ProjectFeatureUse } from '@forewarn/record';
import { sampleNames } from './sample-state.ts';

const DAY_MS = 86_400_000;

/** When applications last asked for a feature that is done: longer ago than any quiet time. */
const QUIET_DAYS = 120;

/**
 * Features that are done. One can be archived now, one once the winter sale is on; one is blocked by a change request that is overdue, and
 * of one it is unknown, since two changes of it have the same time.
 */
const STALE: ReadonlySet<string> = new Set([
  'no-longer-used',
  'sale-banner',
  'statements',
  'paper-slips',
]);

/** Returns how the features of a project of the sample are used at a time. Applications ask for those that are not done. */
export function sampleUse(projectId: string, now: Date): ProjectFeatureUse {
  const asOf = now.toISOString();
  const quietSince = new Date(now.getTime() - QUIET_DAYS * DAY_MS).toISOString();
  const names = new Set(sampleNames(projectId, now).feature);
  const features = [...names].map((name): FeatureUse => {
    const isStale = STALE.has(name);
    const lastSeenAt = isStale ? quietSince : asOf;
    return { name, isStale, lastSeenAt, children: [], parents: [], definitions: [] };
  });
  return { projectId, asOf, features, plannedDefinitions: [] };
}
