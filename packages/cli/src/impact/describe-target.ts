import { KIND_WORDS, type Target, targetValue } from '@forewarn/core';
import type { ImpactTarget } from '@forewarn/client';

/** A target for people, such as `the feature "checkout"`. */
export function describeTarget(target: Target): string {
  const value = targetValue(target);
  const isId = target.kind === 'strategy' || target.kind === 'segment';
  return `the ${KIND_WORDS[target.kind]} ${isId ? value : `"${value}"`}`;
}

/** The target that an object of the API names. A feature beside a strategy id is no target. */
export function targetOf(named: ImpactTarget): Target {
  const { strategyId, feature, variantForFlag, segment, strategyDefinition = '' } = named;
  if (strategyId !== undefined) return { kind: 'strategy', id: strategyId };
  if (feature !== undefined) return { kind: 'feature', name: feature };
  if (variantForFlag !== undefined) return { kind: 'featureVariants', feature: variantForFlag };
  if (segment !== undefined) return { kind: 'segment', id: segment };
  return { kind: 'strategyDefinition', name: strategyDefinition };
}
