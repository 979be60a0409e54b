import { z } from 'zod';
import type { CapabilityTools } from '../command-set.ts';
import { known, PROJECT, readOnlyTool, unknownFrom, unknown } from '../commands/read-only-tool.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { askCleanup, type CleanupPlan, type CleanupQuestion } from './ask-cleanup.ts';
import { describeCandidate, summaryOf, verdictOf, whysOf } from './cleanup-report.ts';
import { latestTime } from '../latest-time.ts';

export const cleanupTool: CapabilityTools = {
  instructions:
    'Call plan_cleanup to learn which features can be archived, which strategy definitions deleted, and from when on: only the verdict "now" allows it at once.',
  register: (server, client) => {
    server.registerTool(
      'plan_cleanup',
      PLAN_CLEANUP,
      async ({ project, features, strategyDefinitions, quietDays = 7 }, { mcpReq: { signal } }) => {
        const asked = {
          project: project === undefined ? undefined : [project],
          named: namedOf(features, strategyDefinitions),
          quietDays,
        };
        const plan = await askCleanup(client, asked, { signal });
        if (plan.failure === undefined) return known(shown(plan));
        return plan.failure.type === 'CutOff'
          ? unknown(plan.failure.message)
          : unknownFrom(plan.failure);
      },
    );
  },
};

/** What is named, if anything is. */
const namedOf = (
  features: readonly string[] | undefined,
  definitions: readonly string[] | undefined,
): CleanupQuestion['named'] =>
  (features ?? definitions) && { features: features ?? [], definitions: definitions ?? [] };

/** Maximum candidates in a result. */
const MAX_SHOWN = 100;

const planSchema = z.object({
  summary: z.string().meta({ description: 'How many can be removed, and how old the data is.' }),
  count: z.int().meta({ description: 'How many candidates there are.' }),
  candidates: z
    .array(
      z.object({
        target: z.string(),
        project: z.string().optional(),
        verdict: z.string().meta({ description: 'now, after a time, blocked or unknown.' }),
        wave: z.int().optional().meta({ description: 'The first wave is removed first.' }),
        why: z.array(z.string()),
      }),
    )
    .meta({ description: `The first ${MAX_SHOWN}: those that can be removed come first.` }),
});

const PLAN_CLEANUP = readOnlyTool(
  'Plan a clean-up',
  'Tells which stale or completed features can be archived, and which strategy definitions deleted, without breaking anything scheduled, when, in which order, and what blocks the others. It removes nothing.',
  {
    inputSchema: z.strictObject({
      project: PROJECT,
      features: z
        .array(z.string())
        .min(1)
        .optional()
        .meta({ description: 'Only these features, whatever their state.' }),
      strategyDefinitions: z.array(z.string()).min(1).optional().meta({
        description: 'Only these strategy definitions. Leave out the project: they have none.',
      }),
      quietDays: z
        .int()
        .min(0)
        .max(3_650)
        .optional()
        .meta({ description: 'For how many days no application must have asked for it: 7.' }),
    }),
    outputSchema: planSchema,
  },
);

const shown = (plan: CleanupPlan): z.input<typeof planSchema> => ({
  summary: summaryOf(plan, ageOf(plan, latestTime())),
  count: plan.candidates.length,
  candidates: plan.candidates.slice(0, MAX_SHOWN).map((each) => ({
    target: describeCandidate(each),
    ...(each.project === undefined ? {} : { project: each.project }),
    verdict: verdictOf(each),
    ...(each.wave === undefined ? {} : { wave: each.wave }),
    why: [...whysOf(each)],
  })),
});
