import type { StrategyDefinition } from '@forewarn/core';

/** A strategy definition with every field, of a given name. */
export const strategyDefinition = (
  name: string,
  given: Partial<StrategyDefinition> = {},
): StrategyDefinition => ({
  name,
  displayName: 'By region',
  title: 'Regions',
  description: 'On in the regions that are listed; "né" \\ 😀.',
  parameters: [
    { name: 'regions', type: 'list', description: 'Their names.', required: true },
    { name: '__proto__', type: 'boolean', description: '', required: false },
  ],
  deprecated: false,
  editable: true,
  ...given,
});
