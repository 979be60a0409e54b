import { readingsIn, targetsOf } from '@forewarn/core';
import { targetKey, UNSCHEDULED } from '@forewarn/record';
import { type KeptChangeRequest, parsed } from '@forewarn/store-memory';
import { type Influence, influencesOf, isInfluenced } from '../effects-of.ts';

/** What a forecast reads of a change request. */
interface KeptInfluences {
  /** The keys of the targets by which others can affect it. */
  readonly targets: readonly string[];
  readonly influences: readonly Influence[];
}

const known = new WeakMap<KeptChangeRequest, KeptInfluences>();

/** Returns what a change request touches, and its influences, which are read once. */
export function influencesIn(kept: KeptChangeRequest): KeptInfluences {
  const found = known.get(kept);
  if (found !== undefined) return found;
  const changeRequest = parsed(kept);
  const readings = readingsIn(changeRequest);
  const planned = {
    targets: targetsOf(changeRequest, readings).filter(isInfluenced).map(targetKey),
    influences: influencesOf(changeRequest, readings),
  };
  known.set(kept, planned);
  return planned;
}

/** Whether a change request is going to be applied, from a time on. */
export const isPlannedFrom =
  (now: number) =>
  ({ entry: { status, scheduledAt } }: KeptChangeRequest): boolean =>
    status === 'pending' && scheduledAt !== UNSCHEDULED && scheduledAt >= now;

/** Returns the keys of the targets on which a change request has an effect, or that have a dependency until then. */
export const influencedKeys = (
  kept: KeptChangeRequest,
  has: 'isEffective' | 'hasDependency',
): readonly string[] =>
  influencesIn(kept)
    .influences.filter((influence) => influence[has])
    .map(({ target }) => targetKey(target));
