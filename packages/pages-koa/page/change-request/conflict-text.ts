import type { Change } from '@forewarn/core';
import { valueText } from './value-text.ts';

/** Returns the conflict that Unleash reported for a change or a feature, in words. */
export function conflictText({
  conflict,
  scheduleConflicts,
}: Pick<Change, 'conflict' | 'scheduleConflicts'>): string | undefined {
  if (typeof conflict === 'string' && conflict !== '') return `Conflict: ${conflict}`;
  const { changeRequests } = Object(scheduleConflicts) as { changeRequests?: unknown };
  if (!Array.isArray(changeRequests) || changeRequests.length === 0) return undefined;
  const ids = changeRequests.map((each: unknown) => (Object(each) as { id?: unknown }).id);
  return `Conflict with change request ${valueText(ids)}`;
}
