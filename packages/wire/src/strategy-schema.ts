import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  MAX_PARAMETERS,
  type StrategyDefinition,
} from '@forewarn/record';
import { z } from 'zod';
import { limitedArray } from './limited-array.ts';
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

export const definitionSchema: z.ZodType<StrategyDefinition> = z
  .object({
    name: z.string(),
    ...texts,
    parameters: z.array(parameterSchema).default([]),
    deprecated: z.boolean().default(false),
    editable: z
      .boolean()
      .default(true)
      .describe("False for a built-in definition, which can't be changed or deleted."),
  })
  .meta({ id: 'strategySchema' });

/** A list of strategy definitions. */
export const definitionsSchema = z
  .object({ version: z.literal(1), strategies: z.array(definitionSchema) })
  .meta({ id: 'strategiesSchema' });

/** A strategy definition as Unleash lists it. A built-in name makes it built in, whatever its `editable` says. */
export const strategySchema: z.ZodType<StrategyDefinition> = nullAsAbsent(
  definitionSchema,
).transform((definition) =>
  BUILT_IN.has(definition.name) ? { ...definition, editable: false } : definition,
);

export const newStrategySchema = nullAsAbsent(
  z.object({
    name: z.string(),
    ...texts,
    parameters: limitedArray(parameterSchema, MAX_PARAMETERS),
    deprecated: z.boolean().default(false),
  }),
)
  .transform((definition): StrategyDefinition => ({ ...definition, editable: true }))
  .meta({ id: 'createStrategySchema' });

const TEXTS: ReadonlySet<string> = new Set(Object.keys(texts));

/** Null clears a text, and absence keeps it. */
function nullTextAsEmpty(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = Object.entries(body as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value === null && TEXTS.has(name) ? '' : value]),
  );
}

/** The updatable fields of a strategy definition, and optionally its name. */
export const strategyUpdateSchema = z
  .preprocess(
    nullTextAsEmpty,
    nullAsAbsent(
      z.object({
        name: z.string().exactOptional(),
        ...texts,
        parameters: limitedArray(parameterSchema, MAX_PARAMETERS),
      }),
    ),
  )
  .meta({ id: 'updateStrategySchema' });
