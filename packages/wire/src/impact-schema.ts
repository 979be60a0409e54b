import {
  type Consequence,
  CONSEQUENCE_WORDS,
  CONSEQUENCES,
  DOUBT_WORDS,
  type ImpactDoubt,
  type ImpactedChangeRequest,
  KIND_WORDS,
  REASON_WORDS,
} from '@forewarn/impact';
import { z } from 'zod';
import type { ImpactBody, StrategyImpactBody, TargetImpactBody } from './impact-body.ts';
import { scheduleSchema } from './change-request-schema.ts';
import { targetResponseSchema } from './impact-targets.ts';

const PATH = 'Where the change request lists it, such as features[0].changes[1].';

/** A key of a table of rules. */
export const keySchemaOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(table) as Key[]);

const whereFields = {
  project: z.string().describe('The id of the project.'),
  id: z.number().describe('The id of the change request.'),
  environment: z.string(),
};

/** A scheduled change request, as reports show it. */
export const shownFields = {
  ...whereFields,
  title: z.string().exactOptional(),
  schedule: scheduleSchema.exactOptional(),
};

/** The author of a change request. */
export const authorField = z.string().exactOptional().describe('The name of its author.');

/** Where a change is. */
export const placeFields = {
  path: z.string().meta({ description: PATH }),
  action: z.string().exactOptional(),
  feature: z.string().exactOptional(),
};

export const consequenceFields = {
  outcome: keySchemaOf(CONSEQUENCE_WORDS),
  reschedulable: z.boolean().exactOptional(),
  rule: keySchemaOf(CONSEQUENCES),
  evidence: z.enum(['documented', 'measured', 'source', 'none']).meta({
    description:
      'How the rule is known: Unleash documents it, a test saw it on a real Unleash, or its source says so.',
  }),
  why: z.string(),
  next: z.string().meta({ description: 'What to do next.' }),
};

const consequenceSchema: z.ZodType<Consequence> = z.object(consequenceFields).meta({
  id: 'impactConsequenceSchema',
  description: 'What the intent does to the change request. Absent without an intent.',
});

const changeRequestSchema: z.ZodType<ImpactedChangeRequest> = z
  .object({
    ...shownFields,
    createdBy: authorField,
    touches: z
      .array(z.object({ ...placeFields, consequence: consequenceSchema.exactOptional() }))
      .describe('The changes that touch the target, at most 100.'),
  })
  .meta({ id: 'impactedChangeRequestSchema' });

/** A change that may touch a target. */
export const impactDoubtSchema: z.ZodType<ImpactDoubt> = z
  .object({
    ...whereFields,
    path: z.string().meta({ description: PATH }),
    why: keySchemaOf(DOUBT_WORDS),
    kinds: z.array(keySchemaOf(KIND_WORDS)).describe('The kinds of target that it may touch.'),
  })
  .meta({ id: 'impactDoubtSchema', description: 'A change that may touch the target.' });

const impactFields = {
  target: targetResponseSchema,
  outcome: z.enum(['some', 'unknown', 'none']),
  complete: z
    .boolean()
    .describe('Whether all that touches the target is known, and recent enough.'),
  count: z.int().describe('How many scheduled change requests touch the target.'),
  changeRequests: z
    .array(changeRequestSchema)
    .describe(
      'The soonest of them first, then by project and id; those without a time last: at most 100.',
    ),
  doubts: z.array(impactDoubtSchema).describe('In the same order: at most 100.'),
  reasons: z.array(keySchemaOf(REASON_WORDS)).describe('Why the outcome is unknown.'),
  names: z.enum(['checked', 'unchecked']).meta({
    description:
      'Whether it is known which names of this kind exist, and of environments if there is an inEnvironment. If they are unchecked, the outcome none says only that no scheduled change names the target.',
  }),
  namesAsOf: z.iso
    .datetime()
    .exactOptional()
    .describe('With the reason not-found: the time at which no such name existed.'),
  suggestions: z
    .array(z.string())
    .exactOptional()
    .describe('With the reason not-found: similar names that exist, the nearest first.'),
};

/** How current the data behind a response is. */
export const dataFields = {
  coverage: z
    .enum(['live', 'as-of', 'none'])
    .describe('How current the data is, whatever the outcome. none: not all of it is known.'),
  asOf: z.iso
    .datetime()
    .exactOptional()
    .describe('The oldest time of the data that counts. Absent when all of it is live.'),
};

/** The impacts of several targets. */
export const impactSchema: z.ZodType<ImpactBody> = z
  .object({
    ...dataFields,
    impacts: z
      .array(
        z
          .object(impactFields)
          .meta({ id: 'targetImpactSchema' }) satisfies z.ZodType<TargetImpactBody>,
      )
      .describe('In the order of the targets.'),
  })
  .meta({ id: 'impactSchema' });

/** The impact of deleting a strategy definition. */
export const strategyImpactSchema: z.ZodType<StrategyImpactBody> = z
  .object({
    ...dataFields,
    ...impactFields,
    hidden: z
      .int()
      .describe(
        'How many change requests touch or may touch it in projects that the key may not read.',
      ),
    fingerprint: z
      .string()
      .describe('Identifies this impact: acknowledge of a delete takes it while it is current.'),
  })
  .meta({
    id: 'strategyImpactSchema',
    description: 'What deleting a strategy definition would break.',
  });
