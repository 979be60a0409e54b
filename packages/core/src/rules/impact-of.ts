import type { Coverage } from '../model/coverage.ts';
import type { Target } from '../model/target.ts';
import type { Doubt, Touch } from '../model/touch.ts';
import { matchesAny } from './matches-any.ts';

/** A target that a caller asks about. */
export interface AskedTarget {
  readonly target: Target;
  /** The feature of a strategy, if the caller knows it: doubts about other features' strategies then don't cover it. */
  readonly feature?: string;
}

/** What is known when an impact is decided. */
export interface ImpactFacts<T extends Touch = Touch, D extends Doubt = Doubt> {
  readonly touches: readonly T[];
  readonly doubts: readonly D[];
  /** The coverage of each project that is asked about and that the caller may read. */
  readonly coverage: readonly Coverage[];
  /** The oldest data that is allowed, in ISO 8601 with its zone; absent when any age is. */
  readonly notBefore?: string;
  /** Whether a project that is asked about exists that the caller may not read. */
  readonly hasUnreadableProjects: boolean;
}

/** Why an outcome is `unknown`. */
export type UnknownReason = 'doubt' | 'no-coverage' | 'too-old' | 'unreadable-projects';

/**
 * The outcome for one target.
 *
 * - `some`: at least one change touches it.
 * - `unknown`: no change touches it, but one may, or not all change requests are known.
 * - `none`: otherwise.
 */
export interface Impact<T extends Touch = Touch, D extends Doubt = Doubt> {
  readonly outcome: 'some' | 'unknown' | 'none';
  /** The touches of the target. */
  readonly touches: readonly T[];
  /** The doubts that cover the target, whatever the outcome. */
  readonly doubts: readonly D[];
  /** Why the outcome is `unknown`; empty for another outcome. */
  readonly reasons: readonly UnknownReason[];
}

/**
 * Decides the outcome for one target. Touches and doubts of other targets are ignored, and no project at all has no
 * coverage.
 */
export function impactOf<T extends Touch, D extends Doubt>(
  asked: AskedTarget,
  facts: ImpactFacts<T, D>,
): Impact<T, D> {
  const touches = facts.touches.filter(({ target }) => matchesAny([target], [asked.target]));
  const doubts = facts.doubts.filter((doubt) => covers(doubt, asked));
  if (touches.length > 0) return { outcome: 'some', touches, doubts, reasons: [] };
  const reasons: readonly UnknownReason[] = [
    ...(doubts.length > 0 ? (['doubt'] as const) : []),
    ...reasonsOfCoverage(facts),
    ...(facts.hasUnreadableProjects ? (['unreadable-projects'] as const) : []),
  ];
  return { outcome: reasons.length > 0 ? 'unknown' : 'none', touches, doubts, reasons };
}

/**
 * Whether a doubt may be about a target. If both name a feature, a strategy or variants of another feature are not in
 * doubt.
 */
export function covers(
  { kinds, feature }: Pick<Doubt, 'kinds' | 'feature'>,
  asked: AskedTarget,
): boolean {
  if (!kinds.includes(asked.target.kind)) return false;
  const owner = ownerOf(asked);
  return feature === undefined || owner === undefined || feature === owner;
}

function ownerOf({ target, feature }: AskedTarget): string | undefined {
  if (target.kind === 'featureVariants') return target.feature;
  return target.kind === 'strategy' ? feature : undefined;
}

function* reasonsOfCoverage({
  coverage,
  notBefore,
}: Pick<ImpactFacts, 'coverage' | 'notBefore'>): Generator<UnknownReason> {
  if (coverage.length === 0 || coverage.some(({ kind }) => kind === 'none')) yield 'no-coverage';
  if (notBefore === undefined) return;
  const oldest = Date.parse(notBefore);
  // A time that can't be read is too old.
  const isTooOld = (each: Coverage): boolean =>
    each.kind === 'as-of' && !(Date.parse(each.asOf) >= oldest);
  if (coverage.some(isTooOld)) yield 'too-old';
}
