import { FORECASTS } from '@forewarn/forecast';
import { CONSEQUENCES, RULE_WORDS } from '@forewarn/impact';
import { consequenceFields, keySchemaOf, shownFields } from '@forewarn/wire';
import { z } from 'zod';
import { type CleanupEvidence, MAX_USING } from '../cleanup.ts';
import { CLEANUP_WORDS } from '../cleanup-words.ts';
import type { CleanupPage } from '../cleanups.ts';
import type { FingerprintedRemoval } from '../fingerprint-of-removal.ts';

/** A candidate as JSON. */
export interface CandidateBody extends Omit<FingerprintedRemoval, 'target' | 'evidence'> {
  readonly target: { readonly feature?: string; readonly strategyDefinition?: string };
  readonly evidence: readonly (CleanupEvidence & { readonly why: string })[];
}

/** A page of what can be removed, as JSON. */
export interface CleanupBody extends Omit<CleanupPage, 'candidates' | 'next'> {
  readonly candidates: readonly CandidateBody[];
}

const PRESENT = ['frees-parent', 'has-children', 'seen-recently', 'used'] as const;

const evidenceSchema = z
  .object({
    rule: z.enum([...keySchemaOf(CONSEQUENCES).options, ...PRESENT]),
    evidence: consequenceFields.evidence,
    why: z.string(),
    changeRequest: z
      .object(shownFields)
      .exactOptional()
      .describe('The change request that touches the target, or its parent.'),
    forecast: z
      .enum(FORECASTS)
      .exactOptional()
      .describe('How it will go. Absent if it is not going to be applied.'),
    children: z.array(z.string()).exactOptional().describe('The features that depend on it.'),
    lastSeenAt: z.iso.datetime().exactOptional(),
  })
  .meta({ id: 'cleanupEvidenceSchema', description: 'One thing that decides a verdict.' });

const candidateSchema: z.ZodType<CandidateBody> = z
  .object({
    target: z.object({
      feature: z.string().exactOptional(),
      strategyDefinition: z.string().exactOptional(),
    }),
    project: z
      .string()
      .exactOptional()
      .describe('The id of the feature’s project, if it is known. Definitions have none.'),
    verdict: z
      .enum(['now', 'after', 'blocked', 'unknown'])
      .describe('Whether it can be removed: a feature is archived, a definition is deleted.'),
    after: z.iso
      .datetime()
      .exactOptional()
      .describe('Only of `after`: the time of the last change request that touches it.'),
    wave: z
      .int()
      .exactOptional()
      .describe(
        'Only of `now` and `after`: those of the first wave are removed before those of the second.',
      ),
    reasons: z.array(keySchemaOf(CLEANUP_WORDS)).describe('Why it is `blocked` or `unknown`.'),
    evidence: z.array(evidenceSchema),
    usedBy: z
      .object({
        features: z.array(z.string()).describe(`Their names: at most ${MAX_USING}.`),
        count: z.int().min(0).describe('How many are known.'),
        isWhole: z
          .boolean()
          .describe('Whether the strategies of all features and release plans are known.'),
      })
      .exactOptional()
      .describe('Only of a definition: the features with strategies of it.'),
    fingerprint: z.string().describe('The same while the verdict and what decides it are.'),
  })
  .meta({ id: 'cleanupCandidateSchema' });

/** A page of what can be removed. */
export const cleanupSchema: z.ZodType<CleanupBody> = z
  .object({
    coverage: z
      .enum(['live', 'as-of', 'none'])
      .describe('How current the oldest data is. `none`: candidates may be missing.'),
    asOf: z.iso
      .datetime({ offset: true })
      .exactOptional()
      .describe('The time of the oldest data; absent if all is live.'),
    candidates: z
      .array(candidateSchema)
      .describe('By project and name. Definitions, which have no project, come first.'),
  })
  .meta({ id: 'cleanupSchema' });

export const cleanupBody = ({ candidates, next: _next, ...data }: CleanupPage): CleanupBody => ({
  ...data,
  candidates: candidates.map(({ target, evidence, ...removal }) => ({
    target: { [target.kind]: target.name },
    ...removal,
    evidence: evidence.map((each) => ({
      ...each,
      why: isPresent(each.rule) ? WHYS[each.rule] : RULE_WORDS[each.rule].why,
    })),
  })),
});

const WHYS: Readonly<Record<(typeof PRESENT)[number], string>> = {
  'frees-parent':
    'Whether this can be applied depends on whether the parent of the feature has children.',
  'has-children': 'Unleash refuses to archive a feature on which others depend.',
  'seen-recently': 'An application asked for it within the quiet time.',
  used: 'Strategies of features or release templates use the definition.',
};

const isPresent = (rule: CleanupEvidence['rule']): rule is (typeof PRESENT)[number] =>
  (PRESENT as readonly string[]).includes(rule);
