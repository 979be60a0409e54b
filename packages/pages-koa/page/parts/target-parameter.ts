import { type Target, type TargetKind, targetValue } from '@forewarn/core';

const NAMES: Readonly<Record<TargetKind, string>> = {
  feature: 'feature',
  strategy: 'strategyId',
  featureVariants: 'variantForFlag',
  segment: 'segment',
  strategyDefinition: 'strategyDefinition',
};

/** A target as the admin API takes it. */
export const targetParameter = (target: Target): Readonly<Record<string, string | number>> => ({
  [NAMES[target.kind]]: target.kind === 'segment' ? target.id : targetValue(target),
});
