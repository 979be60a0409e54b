import type { Change } from '../model/change.ts';
import type { Changes } from '../model/scheduled-change-request.ts';
import { distinctTargets, type Target } from '../model/target.ts';
import type { Touch } from '../model/touch.ts';
import { facetsOf } from './known-actions.ts';

/**
 * The version of the rule. Raise it by one when {@link touchesOf}, `doubtsOf` or `listingEntryOf` returns something else for
 * any change request, so that stores rebuild their projections.
 */
export const RULE_VERSION = 3;

/**
 * Returns the targets that one change touches. It never throws, whatever the payload. An unknown action touches its
 * feature.
 *
 * @param feature the feature under which the change request lists the change; undefined for a change of a segment
 */
export function touchesOf(change: Change, feature?: string): readonly Target[] {
  const subject = { feature, payload: change.payload };
  return facetsOf(change).flatMap(({ read }) => read(subject).targets);
}

/**
 * Returns each touch of a change request: which change touches which target, each pair once. A feature that no change
 * listed under it touches is touched as a whole, so that unseen changes do not look harmless and adding a change never
 * removes a match.
 */
export function touchesIn({ features, segments }: Changes): readonly Touch[] {
  return [
    ...features.flatMap(({ name, changes }, f) => {
      const touches = changes.flatMap((change, c) =>
        distinctTargets(touchesOf(change, name)).map((target): Touch => {
          const path = `features[${f}].changes[${c}]`;
          return { path, action: change.action, feature: name, target };
        }),
      );
      const isTouched = touches.some(
        ({ target }) => target.kind === 'feature' && target.name === name,
      );
      return isTouched ? touches : [wholeFeature(name, f), ...touches];
    }),
    ...segments.flatMap((change, s) =>
      distinctTargets(touchesOf(change)).map((target): Touch => {
        return { path: `segments[${s}]`, action: change.action, target };
      }),
    ),
  ];
}

const wholeFeature = (name: string, index: number): Touch => ({
  path: `features[${index}]`,
  feature: name,
  target: { kind: 'feature', name },
});

/** Returns the targets that a change request touches, each once. */
export const targetsOf = (changes: Changes): readonly Target[] =>
  distinctTargets(touchesIn(changes).map(({ target }) => target));
