import type { Change } from '../model/change.ts';
import { facetsOf } from './known-actions.ts';

/** Why a change may touch more than {@link touchesOf} can tell. */
export type Gap = 'unknown-action' | 'missing-id';

/** What the rule could not read of a change: a change without gaps is understood whole. */
export function gapsOf(change: Change): readonly Gap[] {
  const facets = facetsOf(change);
  if (facets === undefined) return ['unknown-action'];
  const subject = { feature: undefined, payload: change.payload };
  return facets.some(({ isComplete }) => isComplete?.(subject) === false) ? ['missing-id'] : [];
}
