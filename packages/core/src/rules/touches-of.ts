import type { Change } from '../model/change.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import { type Target, targetValue } from '../model/target.ts';
import { facetsOf, UNKNOWN_ACTION } from './known-actions.ts';

/**
 * The version of the rule. It grows by one whenever {@link touchesOf} answers otherwise for some change, so that
 * stores know that the projection they keep was made by an older rule.
 */
export const RULE_VERSION = 1;

/**
 * The targets that one change touches. Total: it never throws, whatever the payload; an action that nobody knows
 * yet touches its feature.
 *
 * @param feature the feature under which the change request lists the change; a change of a segment has none
 */
export function touchesOf(change: Change, feature?: string): readonly Target[] {
  const subject = { feature, payload: change.payload };
  return (facetsOf(change) ?? UNKNOWN_ACTION).flatMap(({ targets }) => targets(subject));
}

/**
 * The targets that a change request touches, each once: the features that it lists and those of all its changes. A
 * feature that is listed without its changes, as short listings do, is touched too: what can't be seen must not look
 * harmless, and a change that is added never takes a match away.
 */
export function targetsOf({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): readonly Target[] {
  const touched = [
    ...features.flatMap(({ name, changes }): readonly Target[] => [
      { kind: 'feature', name },
      ...changes.flatMap((change) => touchesOf(change, name)),
    ]),
    ...segments.flatMap((change) => touchesOf(change)),
  ];
  const distinct = new Map(
    touched.map((target) => [`${target.kind} ${targetValue(target)}`, target]),
  );
  return [...distinct.values()];
}
