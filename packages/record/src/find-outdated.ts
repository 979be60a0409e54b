import type { Coverage } from '@forewarn/core';
import { CLOCK_TOLERANCE_MS } from './coverage.ts';
import type { DataOutdated } from './errors.ts';
import type { CompleteEntry, PartialEntry } from './state-transfer.ts';

/**
 * Whether data is older than what is stored. A stored time in the future comes from a wrong clock, and does not count.
 *
 * @param asOf its time, in ISO 8601
 * @param storedAsOf the time of what is stored
 * @param now this machine's clock, in milliseconds since 1970
 */
export function isOutdated(asOf: string, storedAsOf: string, now = Date.now()): boolean {
  const storedAt = Date.parse(storedAsOf);
  return Date.parse(asOf) < storedAt && storedAt <= now + CLOCK_TOLERANCE_MS;
}

/**
 * Finds a project of which one sync would replace the newer data of another sync (`isOutdated`).
 *
 * @param storedOf returns the stored coverage of a project; undefined if there is no such project
 * @param now this machine's clock, in milliseconds since 1970
 */
export function findOutdated(
  entries: readonly (CompleteEntry | PartialEntry)[],
  storedOf: (projectId: string) => Coverage | undefined,
  now: number,
): DataOutdated | undefined {
  const outdated = entries.find(({ projectId, asOf, source }) => {
    const stored = storedOf(projectId);
    if (source !== 'sync' || stored?.kind !== 'as-of' || stored.source !== 'sync') return false;
    return isOutdated(asOf, stored.asOf, now);
  });
  return outdated && { type: 'DataOutdated', projectId: outdated.projectId };
}
