import type { Change } from './change.ts';
import { isName } from './name.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import { distinctTargets, type Target } from './target.ts';
import { type ChangeReading, type Readings, readingsIn } from './readings-in.ts';
import type { Touch } from './touch.ts';
import { facetsOf } from './known-actions.ts';

/**
 * The version of the rule. Raise it by one when {@link touchesOf}, `doubtsOf`, `influencesOf` or `listingEntryOf` returns something
 * else for any change request, so that stores rebuild their projections.
 */
export const RULE_VERSION = 1;

/** The parts of a change request that decide what it touches. */
export type Touching = Pick<
  ScheduledChangeRequest,
  'environment' | 'features' | 'segments' | 'createdBy'
>;

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
 * removes a match. Each change touches the environment, and a change request without changes touches it as a whole.
 *
 * @param readings those of the change request, if it was read already
 */
export function touchesIn(
  changeRequest: Touching,
  readings: Readings = readingsIn(changeRequest),
): readonly Touch[] {
  const { features, segments, environment } = changeRequest;
  const where: Target = { kind: 'environment', name: environment };
  const isEmpty = features.length === 0 && segments.length === 0;
  return [
    ...(isEmpty ? [{ path: 'environment', target: where }] : []),
    ...features.flatMap(({ name }, f) => {
      const { changes = [], others = [] } = readings.features[f] ?? {};
      const touches = changes.flatMap((each) => touchesAt(each, where));
      const isTouched = touches.some(
        ({ target }) => target.kind === 'feature' && target.name === name,
      );
      const added = others.filter(({ action }) => action !== undefined);
      const whole: readonly Target[] = [{ kind: 'feature', name }, where];
      const path = `features[${f}]`;
      return [
        ...(isTouched ? [] : whole.map((target): Touch => ({ path, feature: name, target }))),
        ...touches,
        ...added.flatMap((each) => touchesAt(each, where)),
      ];
    }),
    ...readings.segments.flatMap((each) => touchesAt(each, where)),
    ...authorsOf(changeRequest).map((target): Touch => ({ path: 'createdBy', target })),
  ];
}

function touchesAt({ facets, ...location }: ChangeReading, where: Target): readonly Touch[] {
  const targets = distinctTargets(facets.flatMap((facet) => facet.targets));
  return [...targets, where].map((target): Touch => ({ ...location, target }));
}

/** The author, by each text and number that may identify a user. */
function authorsOf({ createdBy }: Touching): readonly Target[] {
  const { id, username, name } = Object(createdBy) as Readonly<Record<string, unknown>>;
  const texts = [id, username, name, createdBy].flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [String(each)] : [],
  );
  return distinctTargets(
    texts.filter((text) => isName(text)).map((text): Target => ({ kind: 'user', name: text })),
  );
}

/** Returns the targets that a change request touches, each once. */
export function targetsOf(changeRequest: Touching, readings?: Readings): readonly Target[] {
  return distinctTargets(touchesIn(changeRequest, readings).map(({ target }) => target));
}
