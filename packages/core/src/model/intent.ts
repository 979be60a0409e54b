import type { TargetKind } from './target.ts';

/** What can be done to a target of each kind, as far as it matters to a scheduled change request. */
export const INTENTS = {
  feature: ['archive'],
  strategy: ['update', 'delete'],
  featureVariants: ['update'],
  segment: ['update', 'delete'],
  strategyDefinition: ['update', 'delete'],
} as const satisfies Readonly<Record<TargetKind, readonly string[]>>;

/** What a caller is about to do to a target, of one kind or of any. */
export type Intent<Kind extends TargetKind = TargetKind> = (typeof INTENTS)[Kind][number];
