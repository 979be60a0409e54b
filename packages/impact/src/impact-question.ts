import type { Problem, Target, TargetKind } from '@forewarn/core';
import type { Problems } from '@forewarn/record';

/** Maximum targets per impact. */
export const MAX_ASKED = 1_000;

/** Maximum legal values of a context field in a question. */
export const MAX_LEGAL_VALUES = 1_000;

/** The intents for each kind of target: those that can affect a scheduled change request. */
export const INTENTS = {
  feature: ['archive', 'delete', 'move', 'import', 'become-parent', 'become-child'],
  strategy: ['update', 'delete'],
  featureVariants: ['update'],
  segment: ['update', 'move', 'delete'],
  strategyDefinition: ['update', 'delete'],
  environment: ['remove'],
  contextField: ['update'],
  user: ['delete'],
} as const satisfies Readonly<Record<TargetKind, readonly string[]>>;

/** An intent: the action that a caller is about to take on a target, of one kind or of any. */
export type Intent<Kind extends TargetKind = TargetKind> = (typeof INTENTS)[Kind][number];

/** A target that a caller asks about. */
export interface AskedTarget {
  readonly target: Target;
  /** The feature of a strategy, if the caller knows it: doubts about other features' strategies then don't cover it. */
  readonly feature?: string;
}

/** A target and what the caller is about to do to it. */
export interface ImpactQuestion extends AskedTarget {
  /** Without it, the impact has no consequences. */
  readonly intent?: Intent;
  /** The one environment in which variants or a strategy are changed, or a feature is imported; absent for any. */
  readonly inEnvironment?: string;
  /** The legal values that a context field is about to get; absent if they are not known. */
  readonly legalValues?: readonly string[];
}

/** Yields the parts of a question that its kind of target does not have. */
export function* misfitsOf({
  target: { kind },
  feature,
  intent,
  inEnvironment,
  legalValues,
}: { readonly [Key in keyof ImpactQuestion]: ImpactQuestion[Key] | undefined } & Pick<
  ImpactQuestion,
  'target'
>): Problems {
  const none = (path: string): Problem => ({ path, expected: 'none for this kind of target' });
  const intents: readonly string[] = INTENTS[kind];
  if (intent !== undefined && !intents.includes(intent)) {
    yield { path: 'intent', expected: `one of ${intents.join(', ')}, for this kind of target` };
  }
  if (feature !== undefined && kind !== 'strategy') yield none('feature');
  const isOfOne = kind === 'strategy' || kind === 'featureVariants' || intent === 'import';
  if (inEnvironment !== undefined && !isOfOne) yield none('inEnvironment');
  if (legalValues === undefined) return;
  if (kind !== 'contextField') yield none('legalValues');
  if (legalValues.length > MAX_LEGAL_VALUES) {
    yield { path: 'legalValues', expected: `at most ${MAX_LEGAL_VALUES}` };
  }
}
