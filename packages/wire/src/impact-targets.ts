import { type BadData, type ImpactQuestion, INTENTS, MAX_ASKED, unlessName } from '@forewarn/core';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { NAMED, type TargetBody, targetOf } from './target-body.ts';
import { parseWith } from './parse-with.ts';
import { limitedArray } from './limited-array.ts';
import { nullAsAbsent } from './null-as-absent.ts';

const TARGETS = `expected 1 to ${MAX_ASKED} targets`;
const SEGMENT = 'expected a whole number';

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
    intent: z
      .enum(['archive', 'update', 'delete'])
      .exactOptional()
      .describe(
        'What you are about to do to it: archive a feature, update variants, update or delete any other target.',
      ),
  })
  .superRefine(checkTarget);

/** A target as it is returned. */
export const targetResponseSchema: z.ZodType<TargetBody> = impactTargetSchema.meta({
  id: 'impactedTargetSchema',
});

const targetSchema: z.ZodType<TargetBody> = nullAsAbsent(impactTargetSchema).meta({
  id: 'impactTargetSchema',
  description:
    'Exactly one of feature, strategyId, variantForFlag, segment and strategyDefinition. Only a strategyId can have a ' +
    'feature beside it.',
});

/** Reads one target from JSON. Unknown fields are an error, and null means absence. */
export const readImpactTarget = (json: unknown): Result<TargetBody, BadData> =>
  parseWith(targetSchema, json, true);

/** The body of an impact. */
export const impactTargetsSchema = z
  .object({
    targets: limitedArray(targetSchema, MAX_ASKED)
      .min(1, { error: TARGETS })
      .max(MAX_ASKED, { error: TARGETS }),
  })
  .meta({ id: 'impactTargetsSchema' });

const ONE_TARGET =
  'expected one of feature, strategyId, variantForFlag, segment and strategyDefinition; only a strategyId can have a feature beside it';

function checkTarget(body: TargetBody, context: z.RefinementCtx): void {
  const refuse = (message: string, ...path: readonly string[]): void =>
    context.addIssue({ code: 'custom', message, path: [...path] });
  const target = targetOf(body);
  if (target === undefined) {
    refuse(ONE_TARGET);
    return;
  }
  for (const key of NAMED) {
    const value = body[key];
    if (value === undefined) continue;
    for (const { expected } of unlessName(key, value)) refuse(`expected ${expected}`, key);
  }
  const intents: readonly string[] = INTENTS[target.kind];
  if (body.intent !== undefined && !intents.includes(body.intent)) {
    refuse(`expected ${intents.join(' or ')}, for this kind of target`, 'intent');
  }
}

/** Returns the questions of a checked body. */
export function impactQuestions({
  targets,
}: z.output<typeof impactTargetsSchema>): readonly ImpactQuestion[] {
  return targets.flatMap((body): readonly ImpactQuestion[] => {
    const target = targetOf(body);
    if (target === undefined) return [];
    const { feature, intent } = body;
    return [
      {
        target,
        ...(target.kind === 'strategy' && feature !== undefined ? { feature } : {}),
        ...(intent === undefined ? {} : { intent }),
      },
    ];
  });
}
