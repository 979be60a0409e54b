import type { StrategyDefinition } from '@forewarn/core';

/** Returns a strategy definition with every field. */
export const strategyDefinition = (
  name: string,
  given: Partial<StrategyDefinition> = {},
): StrategyDefinition => ({
  name,
  displayName: 'By region',
  title: 'Regions',
  description: 'On in the listed regions; "né" \\ 😀.',
  parameters: [
    { name: 'regions', type: 'list', description: 'Their names.', required: true },
    { name: '__proto__', type: 'boolean', description: '', required: false },
  ],
  deprecated: false,
  editable: true,
  ...given,
});
