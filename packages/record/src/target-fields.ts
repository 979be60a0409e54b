import type { TargetKind } from '@forewarn/core';

/** What clients call a target of each kind. */
export const TARGET_FIELDS: Readonly<Record<TargetKind, string>> = {
  feature: 'feature',
  strategy: 'strategyId',
  featureVariants: 'variantForFlag',
  segment: 'segment',
  strategyDefinition: 'strategyDefinition',
  environment: 'environment',
  contextField: 'contextField',
  user: 'user',
};
