import type { CleanupReason, PlannedRemoval, Verdict } from './cleanup.ts';

/** A removal of a plan with the fingerprint of its verdict. */
export interface FingerprintedRemoval extends PlannedRemoval {
  readonly fingerprint: string;
}

/** What decides whether a removal of a plan still holds. */
export interface Removable {
  readonly verdict: Verdict;
  readonly after?: string;
  readonly reasons: readonly CleanupReason[];
  readonly fingerprint: string;
}

/** A removal that a plan allows, and that is no longer as it says. */
export interface PlanChange<Removal> {
  readonly planned: Removal;
  /** What is known now; absent if nothing is. */
  readonly current?: Removal;
}

/**
 * Returns which removals that a plan allows no longer hold, in the order of the plan. One still holds if its verdict has the same
 * fingerprint, if the time after which it is allowed has passed and it is allowed now, or if nothing has its name any more:
 * then it is done. What a plan does not allow is ignored.
 *
 * @param now milliseconds since 1970
 * @param keysOf the name of what is removed, then further names under which it may be known now
 */
export function planChanges<Removal extends Removable>(
  plan: readonly Removal[],
  current: readonly Removal[],
  now: number,
  keysOf: (removal: Removal) => readonly [string, ...string[]],
): readonly PlanChange<Removal>[] {
  const known = new Map(current.map((each) => [keysOf(each)[0], each]));
  return plan.flatMap((planned): readonly PlanChange<Removal>[] => {
    if (!isAllowed(planned)) return [];
    const key = keysOf(planned).find((each) => known.has(each));
    const found = key === undefined ? undefined : known.get(key);
    if (found === undefined) return [{ planned }];
    const isDue = planned.after !== undefined && Date.parse(planned.after) <= now;
    const isDone = found.reasons.length === 1 && found.reasons[0] === 'not-found';
    const holds =
      found.fingerprint === planned.fingerprint || (isDue && found.verdict === 'now') || isDone;
    return holds ? [] : [{ planned, current: found }];
  });
}

/** Whether a plan allows a removal, at once or later. */
export const isAllowed = ({ verdict }: Pick<Removable, 'verdict'>): boolean =>
  verdict === 'now' || verdict === 'after';
