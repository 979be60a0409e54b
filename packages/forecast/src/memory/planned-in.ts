import { readingsIn, targetsOf } from '@forewarn/core';
import { targetKey, UNSCHEDULED } from '@forewarn/record';
import { type KeptChangeRequest, parsed } from '@forewarn/store-memory';
import { type Plan, PLANNED_KINDS, plansOf } from '../effects-of.ts';

/** What a forecast reads of a change request. */
interface KeptPlans {
  /** The keys of the targets by which others can affect it. */
  readonly targets: readonly string[];
  readonly plans: readonly Plan[];
}

const KINDS: ReadonlySet<string> = new Set(PLANNED_KINDS);

const known = new WeakMap<KeptChangeRequest, KeptPlans>();

/** Returns what a change request touches and plans, which is read once. */
export function plannedIn(kept: KeptChangeRequest): KeptPlans {
  const found = known.get(kept);
  if (found !== undefined) return found;
  const changeRequest = parsed(kept);
  const readings = readingsIn(changeRequest);
  const planned = {
    targets: targetsOf(changeRequest, readings)
      .filter(({ kind }) => KINDS.has(kind))
      .map(targetKey),
    plans: plansOf(changeRequest, readings),
  };
  known.set(kept, planned);
  return planned;
}

/** Whether a change request is going to be applied, from a time on. */
export const isPlannedFrom =
  (now: number) =>
  ({ entry: { status, scheduledAt } }: KeptChangeRequest): boolean =>
    status === 'pending' && scheduledAt !== UNSCHEDULED && scheduledAt >= now;

/** Returns the keys of the targets for which a change request plans an effect, or that have a dependency until then. */
export const plannedKeys = (
  kept: KeptChangeRequest,
  has: 'isEffective' | 'hasDependency',
): readonly string[] =>
  plannedIn(kept)
    .plans.filter((plan) => plan[has])
    .map(({ target }) => targetKey(target));
