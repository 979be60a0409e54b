import { targetKey } from '@forewarn/record';
import type { PlannedRemoval } from './cleanup.ts';

/** A removal of a plan with the fingerprint of its verdict. */
export interface FingerprintedRemoval extends PlannedRemoval {
  readonly fingerprint: string;
}

/** A removal that a plan allows, and that is no longer as it says. */
export interface PlanChange {
  readonly planned: FingerprintedRemoval;
  /** What is known now; absent if the target is no longer known. */
  readonly current?: FingerprintedRemoval;
}

/**
 * Returns which removals that a plan allows no longer hold, in the order of the plan. One still holds if its verdict has the same
 * fingerprint, or if the time after which it is allowed has passed and it is allowed now. What a plan does not allow is ignored.
 *
 * @param now milliseconds since 1970
 */
export function planChanges(
  plan: readonly FingerprintedRemoval[],
  current: readonly FingerprintedRemoval[],
  now: number,
): readonly PlanChange[] {
  const known = new Map(current.map((each) => [targetKey(each.target), each]));
  return plan.flatMap((planned): readonly PlanChange[] => {
    if (planned.verdict !== 'now' && planned.verdict !== 'after') return [];
    const found = known.get(targetKey(planned.target));
    if (found === undefined) return [{ planned }];
    const isDue = planned.after !== undefined && Date.parse(planned.after) <= now;
    const holds = found.fingerprint === planned.fingerprint || (isDue && found.verdict === 'now');
    return holds ? [] : [{ planned, current: found }];
  });
}
