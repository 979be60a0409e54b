import type { ImpactTarget } from '@forewarn/client';
import type { Target } from '@forewarn/core';

/** The target that an object of the API names. A feature beside a strategy id is no target. */
export function targetOf(named: ImpactTarget): Target {
  const { strategyId, feature, variantForFlag, segment, strategyDefinition = '' } = named;
  if (strategyId !== undefined) return { kind: 'strategy', id: strategyId };
  if (feature !== undefined) return { kind: 'feature', name: feature };
  if (variantForFlag !== undefined) return { kind: 'featureVariants', feature: variantForFlag };
  if (segment !== undefined) return { kind: 'segment', id: segment };
  return { kind: 'strategyDefinition', name: strategyDefinition };
}
