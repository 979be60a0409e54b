import type { PlannedRemoval, Verdict } from './cleanup.ts';

/** The verdicts: those that allow a removal first. */
export const VERDICTS: readonly Verdict[] = ['now', 'after', 'blocked', 'unknown'];

/** What the order of removals depends on. */
export type Ordered = Pick<PlannedRemoval, 'verdict' | 'wave' | 'after'>;

/** Whether a verdict allows a removal, at once or later. */
export const isAllowed = ({ verdict }: Pick<Ordered, 'verdict'>): boolean =>
  verdict === 'now' || verdict === 'after';

/** Compares removals by verdict, wave and time: the order in which they can be done, then those that can't. */
export const removalOrder = (a: Ordered, b: Ordered): number =>
  VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
  (a.wave ?? 0) - (b.wave ?? 0) ||
  Date.parse(a.after ?? '1970') - Date.parse(b.after ?? '1970');
