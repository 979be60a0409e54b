import type { Change } from '../model/change.ts';
import { facetsOf } from './known-actions.ts';

/** Why a change may touch more than {@link touchesOf} can tell. */
export type Gap = 'unknown-action' | 'missing-id';

/** Returns what the rule can't read in a change; empty when it understands the change as a whole. */
export function gapsOf(change: Change): readonly Gap[] {
  const facets = facetsOf(change);
  if (facets === undefined) return ['unknown-action'];
  const subject = { feature: undefined, payload: change.payload };
  return facets.some(({ isComplete }) => isComplete?.(subject) === false) ? ['missing-id'] : [];
}
