import type { TargetKind } from './target.ts';

/** The intents for each kind of target: those that can affect a scheduled change request. */
export const INTENTS = {
  feature: ['archive'],
  strategy: ['update', 'delete'],
  featureVariants: ['update'],
  segment: ['update', 'delete'],
  strategyDefinition: ['update', 'delete'],
} as const satisfies Readonly<Record<TargetKind, readonly string[]>>;

/** An intent: the action that a caller is about to take on a target, of one kind or of any. */
export type Intent<Kind extends TargetKind = TargetKind> = (typeof INTENTS)[Kind][number];
