import { type Target, type TargetKind, targetValue } from '@forewarn/core';

/** The parameters that are not called after their kind. */
const NAMES: Readonly<Partial<Record<TargetKind, string>>> = {
  strategy: 'strategyId',
  featureVariants: 'variantForFlag',
};

/** A target as the admin API takes it. */
export const targetParameter = (target: Target): Readonly<Record<string, string | number>> => ({
  [NAMES[target.kind] ?? target.kind]: target.kind === 'segment' ? target.id : targetValue(target),
});
