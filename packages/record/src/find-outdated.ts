import type { Coverage } from '@forewarn/core';
import type { DataOutdated } from './errors.ts';
import type { CompleteEntry } from './state-transfer.ts';

/** Maximum difference between the clocks of nodes, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Finds a project of which one sync would replace the newer data of another sync. A stored time in the future comes from
 * a wrong clock, and does not count.
 *
 * @param storedOf returns the stored coverage of a project; undefined if there is no such project
 * @param now this machine's clock, in milliseconds since 1970
 */
export function findOutdated(
  entries: readonly CompleteEntry[],
  storedOf: (projectId: string) => Coverage | undefined,
  now: number,
): DataOutdated | undefined {
  const outdated = entries.find(({ projectId, asOf, source }) => {
    const stored = storedOf(projectId);
    if (source !== 'sync' || stored?.kind !== 'as-of' || stored.source !== 'sync') return false;
    const storedAt = Date.parse(stored.asOf);
    return Date.parse(asOf) < storedAt && storedAt <= now + CLOCK_TOLERANCE_MS;
  });
  return outdated && { type: 'DataOutdated', projectId: outdated.projectId };
}
