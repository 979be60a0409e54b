import { BUILT_IN_STRATEGY_DEFINITIONS, type StrategyDefinition } from '@forewarn/core';
import { z } from 'zod';
import { nullAsAbsent } from './null-as-absent.ts';

const parameterSchema = nullAsAbsent(
  z.object({
    name: z.string(),
    type: z.enum(['string', 'percentage', 'list', 'number', 'boolean']),
    description: z.string().default(''),
    required: z.boolean().default(false),
  }),
);

const texts = {
  displayName: z.string().exactOptional(),
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
};

const BUILT_IN: ReadonlySet<string> = new Set(
  BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name),
);

/** A strategy definition, as it is answered. */
export const definitionSchema: z.ZodType<StrategyDefinition> = z
  .object({
    name: z.string(),
    ...texts,
    parameters: z.array(parameterSchema).default([]),
    deprecated: z.boolean().default(false),
    editable: z
      .boolean()
      .default(true)
      .meta({ description: "False for a built-in definition, which can't be changed or deleted." }),
  })
  .meta({ id: 'strategySchema' });

/** A list of strategy definitions, as it is answered. */
export const definitionsSchema = z
  .object({
    version: z.literal(1),
    strategies: z.array(definitionSchema),
  })
  .meta({ id: 'strategiesSchema' });

/** A strategy definition, as Unleash lists it. One of a built-in name stays built in, whatever it says of itself. */
export const strategySchema: z.ZodType<StrategyDefinition> = nullAsAbsent(
  definitionSchema,
).transform((definition) =>
  BUILT_IN.has(definition.name) ? { ...definition, editable: false } : definition,
);

/** A strategy definition that is to be added. */
export const newStrategySchema: z.ZodType<StrategyDefinition> = nullAsAbsent(
  z.object({
    name: z.string(),
    ...texts,
    parameters: z.array(parameterSchema),
    deprecated: z.boolean().default(false),
  }),
)
  .transform((definition) => ({ ...definition, editable: true }))
  .meta({ id: 'createStrategySchema' });

/** What can be said anew of a strategy definition; its name may stand beside it. */
export const strategyUpdateSchema = nullAsAbsent(
  z.object({ name: z.string().exactOptional(), ...texts, parameters: z.array(parameterSchema) }),
).meta({ id: 'updateStrategySchema' });
