import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Project,
  type StrategyDefinition,
} from '@forewarn/core';
import { z } from 'zod';
import { nullAsAbsent } from './null-as-absent.ts';

/** A project, as Unleash lists it. What else it tells is not kept. */
export const projectSchema: z.ZodType<Project> = z.object({ id: z.string(), name: z.string() });

const parameterSchema = nullAsAbsent(
  z.object({
    name: z.string(),
    type: z.enum(['string', 'percentage', 'list', 'number', 'boolean']),
    description: z.string().default(''),
    required: z.boolean().default(false),
  }),
);

const BUILT_IN: ReadonlySet<string> = new Set(
  BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name),
);

/** A strategy definition, as Unleash lists it. One of a built-in name stays built in, whatever it says of itself. */
export const strategySchema: z.ZodType<StrategyDefinition> = nullAsAbsent(
  z.object({
    name: z.string(),
    displayName: z.string().exactOptional(),
    title: z.string().exactOptional(),
    description: z.string().exactOptional(),
    parameters: z.array(parameterSchema).default([]),
    deprecated: z.boolean().default(false),
    editable: z.boolean().default(true),
  }),
).transform((definition) =>
  BUILT_IN.has(definition.name) ? { ...definition, editable: false } : definition,
);
