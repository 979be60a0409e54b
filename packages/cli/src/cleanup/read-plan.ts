import type { CleanupCandidate } from '@forewarn/client';
import { CLEANUP_WORDS } from '@forewarn/cleanup';
import { keySchemaOf } from '@forewarn/wire';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { z } from 'zod';
import { readInput } from '../read-input.ts';
import { parseJson, readWith } from '../read-json.ts';

const planSchema = z.object({
  quietDays: z.int().min(0),
  failure: z.unknown().optional(),
  candidates: z.array(
    z.object({
      target: z.object({
        feature: z.string().exactOptional(),
        strategyDefinition: z.string().exactOptional(),
      }),
      project: z.string().exactOptional(),
      verdict: z.enum(['now', 'after', 'blocked', 'unknown']),
      after: z.string().exactOptional(),
      reasons: z.array(keySchemaOf(CLEANUP_WORDS)),
      fingerprint: z.string(),
    }),
  ),
});

/** What a plan says of a target. */
export type PlannedCandidate = Omit<CleanupCandidate, 'evidence' | 'wave'>;

/** A plan that `forewarn cleanup --json` wrote. */
export interface WrittenPlan {
  readonly quietDays: number;
  readonly candidates: readonly PlannedCandidate[];
}

/** Reads a plan. The error is one line that names the place. */
export const planIn = (text: string): Result<WrittenPlan, string> =>
  parseJson(text, 'expected what "forewarn cleanup --json" writes')
    .andThen((json) => readWith(planSchema, json))
    .andThen(({ failure, ...plan }) =>
      failure === undefined ? ok(plan) : err('expected a plan that is complete: write it again'),
    );

/** Reads a plan from a file, or from the standard input for `-`. The error is one line that names the option. */
export const readPlan = (file: string): ResultAsync<WrittenPlan, string> =>
  readInput(file)
    .andThen(planIn)
    .mapErr((problem) => `--plan ${file}: ${problem}`);
