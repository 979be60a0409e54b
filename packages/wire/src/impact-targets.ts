import type { BadData } from '@forewarn/core';
import {
  type ImpactQuestion,
  INTENTS,
  MAX_ASKED,
  MAX_LEGAL_VALUES,
  misfitsOf,
} from '@forewarn/impact';
import { unlessName } from '@forewarn/record';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { NAMED, type TargetBody, targetOf } from './target-body.ts';
import { parseWith } from './parse-with.ts';
import { limitedArray } from './limited-array.ts';
import { nullAsAbsent } from './null-as-absent.ts';

const TARGETS = `expected 1 to ${MAX_ASKED} targets`;
const SEGMENT = 'expected a whole number';
const INTENTS_TEXT = Object.entries(INTENTS)
  .map(([kind, intents]) => `${kind}: ${intents.join(', ')}.`)
  .join(' ');

/** A target as clients write it. */
export const impactTargetSchema = z
  .object({
    feature: z
      .string()
      .exactOptional()
      .describe('The feature with this name. Beside strategyId, its feature.'),
    strategyId: z.string().exactOptional().describe('The strategy with this id.'),
    variantForFlag: z
      .string()
      .exactOptional()
      .describe('The variants of the feature with this name.'),
    segment: z.int({ error: SEGMENT }).exactOptional().describe('The segment with this id.'),
    strategyDefinition: z
      .string()
      .exactOptional()
      .describe('The strategy definition with this name.'),
    environment: z
      .string()
      .exactOptional()
      .describe('The environment with this name, of the projects that are asked about.'),
    contextField: z.string().exactOptional().describe('The context field with this name.'),
    user: z
      .string()
      .exactOptional()
      .describe('The user with this name or id, as the author of change requests.'),
    intent: z
      .enum(Object.values(INTENTS).flat())
      .exactOptional()
      .describe(`What you are about to do to it. ${INTENTS_TEXT}`),
    inEnvironment: z
      .string()
      .exactOptional()
      .describe(
        'The one environment in which you update variants, import a feature, or change a strategy.',
      ),
    legalValues: limitedArray(z.string(), MAX_LEGAL_VALUES)
      .exactOptional()
      .describe('The legal values that you are about to give a contextField.'),
  })
  .superRefine(checkTarget);

export const targetResponseSchema: z.ZodType<TargetBody> = impactTargetSchema.meta({
  id: 'impactedTargetSchema',
});

const ONE_TARGET =
  'one of feature, strategyId, variantForFlag, segment, strategyDefinition, environment, contextField and user; only a strategyId can have a feature beside it';

const targetSchema: z.ZodType<TargetBody> = nullAsAbsent(impactTargetSchema).meta({
  id: 'impactTargetSchema',
  description: `Exactly ${ONE_TARGET}.`,
});

/** Reads one target from JSON. Unknown fields are an error, and null means absence. */
export const readImpactTarget = (json: unknown): Result<TargetBody, BadData> =>
  parseWith(targetSchema, json, true);

export const impactTargetsSchema = z
  .object({
    targets: limitedArray(targetSchema, MAX_ASKED)
      .min(1, { error: TARGETS })
      .max(MAX_ASKED, { error: TARGETS }),
  })
  .meta({ id: 'impactTargetsSchema' });

function checkTarget(body: TargetBody, context: z.RefinementCtx): void {
  const refuse = (message: string, ...path: readonly string[]): void =>
    context.addIssue({ code: 'custom', message, path: [...path] });
  const target = targetOf(body);
  if (target === undefined) {
    refuse(`expected ${ONE_TARGET}`);
    return;
  }
  for (const key of [...NAMED, 'inEnvironment'] as const) {
    const value = body[key];
    if (value === undefined) continue;
    for (const { expected } of unlessName(key, value)) refuse(`expected ${expected}`, key);
  }
  const { intent, inEnvironment, legalValues } = body;
  for (const { path, expected } of misfitsOf({ target, intent, inEnvironment, legalValues })) {
    refuse(`expected ${expected}`, path);
  }
}

/** Returns the questions of a checked body. */
export function impactQuestions({
  targets,
}: z.output<typeof impactTargetsSchema>): readonly ImpactQuestion[] {
  return targets.flatMap((body): readonly ImpactQuestion[] => {
    const target = targetOf(body);
    if (target === undefined) return [];
    const { feature, intent, inEnvironment, legalValues } = body;
    return [
      {
        target,
        ...(target.kind === 'strategy' && feature !== undefined ? { feature } : {}),
        ...(intent === undefined ? {} : { intent }),
        ...(inEnvironment === undefined ? {} : { inEnvironment }),
        ...(legalValues === undefined ? {} : { legalValues }),
      },
    ];
  });
}
