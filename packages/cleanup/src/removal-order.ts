import type { PlannedRemoval, Verdict } from './cleanup.ts';

/** The verdicts: those that allow a removal first. */
export const VERDICTS: readonly Verdict[] = ['now', 'after', 'blocked', 'unknown'];

/** Compares removals by verdict, wave and time: the order in which they can be done, then those that can't. */
export const removalOrder = (
  a: Pick<PlannedRemoval, 'verdict' | 'wave' | 'after'>,
  b: Pick<PlannedRemoval, 'verdict' | 'wave' | 'after'>,
): number =>
  VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
  (a.wave ?? 0) - (b.wave ?? 0) ||
  Date.parse(a.after ?? '1970') - Date.parse(b.after ?? '1970');
