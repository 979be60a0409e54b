import type { StrategyDefinition } from '@forewarn/core';
import type { StrategiesTable } from '../schema/tables.ts';

/** A strategy definition as a row. */
export function strategyRow(definition: StrategyDefinition): StrategiesTable {
  return {
    name: definition.name,
    editable: definition.editable ? 1 : 0,
    definition: JSON.stringify(definition),
  };
}

/** The strategy definition of a row. */
export function definitionOf({
  definition,
}: Pick<StrategiesTable, 'definition'>): StrategyDefinition {
  return JSON.parse(definition) as StrategyDefinition;
}
