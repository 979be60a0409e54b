import type { Coverage } from '@forewarn/core';
import { type Doubt, isCurrent } from '@forewarn/record';
import type { Outcome, UnknownReason } from './impact.ts';
import type { AskedTarget } from './impact-question.ts';

/** How much is known when an outcome is decided. */
export interface Knowledge {
  /** The coverage of each project that is asked about and that the caller may read. */
  readonly coverage: readonly Coverage[];
  /** The oldest data that is allowed, in ISO 8601 with its zone; absent when any age is. */
  readonly notBefore?: string | undefined;
  /** Whether a project that is asked about exists that the caller may not read. */
  readonly hasUnreadableProjects: boolean;
}

/** What is known about one target. */
export interface OutcomeFacts extends Knowledge {
  /** Whether a scheduled change touches it. */
  readonly isTouched: boolean;
  /** Whether a doubt covers it. */
  readonly isDoubtful: boolean;
  /** Whether its name is known not to exist. */
  readonly isNotFound?: boolean;
}

/** Decides the outcome for one target. No project at all has no coverage. */
export function outcomeOf(facts: OutcomeFacts): Outcome {
  const gaps: readonly UnknownReason[] = [
    ...(facts.isDoubtful ? (['doubt'] as const) : []),
    ...reasonsOfCoverage(facts),
    ...(facts.hasUnreadableProjects ? (['unreadable-projects'] as const) : []),
  ];
  const isComplete = gaps.length === 0;
  if (facts.isTouched) return { outcome: 'some', reasons: [], isComplete };
  const reasons = facts.isNotFound === true ? (['not-found', ...gaps] as const) : gaps;
  return { outcome: reasons.length === 0 ? 'none' : 'unknown', reasons, isComplete };
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

/** Returns the feature that a strategy or variants belong to, if it is known. */
export function ownerOf({ target, feature }: AskedTarget): string | undefined {
  if (target.kind === 'featureVariants') return target.feature;
  return target.kind === 'strategy' ? feature : undefined;
}

function* reasonsOfCoverage({
  coverage,
  notBefore,
}: Pick<Knowledge, 'coverage' | 'notBefore'>): Generator<UnknownReason> {
  const covered = coverage.filter(({ kind }) => kind !== 'none');
  if (covered.length === 0 || covered.length < coverage.length) yield 'no-coverage';
  if (covered.some((each) => !isCurrent(each, notBefore))) yield 'too-old';
}
