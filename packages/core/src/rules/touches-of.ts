import type { Change } from '../model/change.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import { distinctTargets, type Target } from '../model/target.ts';
import { facetsOf, UNKNOWN_ACTION } from './known-actions.ts';

/**
 * The version of the rule. Raise it by one when {@link touchesOf} returns something else for any change, so that stores
 * rebuild their projections.
 */
export const RULE_VERSION = 1;

/**
 * Returns the targets that one change touches. It never throws, whatever the payload. An unknown action touches its
 * feature.
 *
 * @param feature the feature under which the change request lists the change; undefined for a change of a segment
 */
export function touchesOf(change: Change, feature?: string): readonly Target[] {
  const subject = { feature, payload: change.payload };
  return (facetsOf(change) ?? UNKNOWN_ACTION).flatMap(({ targets }) => targets(subject));
}

/**
 * Returns the targets that a change request touches, each once: its features and the targets of all its changes. A
 * feature that is listed without changes is touched, too: unseen changes must not look harmless, and adding a change
 * never removes a match.
 */
export function targetsOf({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): readonly Target[] {
  return distinctTargets([
    ...features.flatMap(({ name, changes }): readonly Target[] => [
      { kind: 'feature', name },
      ...changes.flatMap((change) => touchesOf(change, name)),
    ]),
    ...segments.flatMap((change) => touchesOf(change)),
  ]);
}
