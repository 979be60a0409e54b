import type { ScheduledChangeRequest } from '@forewarn/core';

/** A feature that a scheduled change request changes next. */
export interface NextChange {
  readonly feature: string;
  readonly changeRequest: ScheduledChangeRequest;
}

/**
 * Returns each feature that is changed from now on, with the first change request that changes it.
 *
 * @param listed in order of time
 * @param now in milliseconds
 */
export function nextChangesOf(
  listed: readonly ScheduledChangeRequest[],
  now: number,
): readonly NextChange[] {
  const next = new Map<string, NextChange>();
  for (const changeRequest of listed) {
    const { schedule, features } = changeRequest;
    if (schedule?.status !== 'pending' || !(Date.parse(schedule.scheduledAt) >= now)) continue;
    for (const { name } of features) {
      if (!next.has(name)) next.set(name, { feature: name, changeRequest });
    }
  }
  return [...next.values()];
}
