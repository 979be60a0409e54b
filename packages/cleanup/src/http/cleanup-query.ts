import { type BadData, isName } from '@forewarn/core';
import { pageFields, parseQuery, placeAt, wholeNumberSchema } from '@forewarn/http/capability';
import { type QueryParameter, unlessUnknown } from '@forewarn/wire';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { type CleanupCommand, MAX_NAMED } from '../cleanups.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 3_650;

/** Maximum candidates of a page: each is looked for in all that is scheduled. */
const MAX_CANDIDATES = 100;

/** The query of a page of clean-up. */
export const cleanupQuerySchema = z.object({
  feature: z
    .array(z.string().refine(isName, { error: 'expected the name of a feature' }))
    .exactOptional()
    .describe(
      `Only this feature, whatever its state. Can be repeated, up to ${MAX_NAMED} times; all are on one page.`,
    ),
  strategyDefinition: z
    .array(z.string().refine(isName, { error: 'expected the name of a strategy definition' }))
    .exactOptional()
    .describe(
      `Only this strategy definition, over all projects: in the path of a project, 400. Can be repeated, up to ${MAX_NAMED} times, also beside features.`,
    ),
  quietDays: wholeNumberSchema(0, MAX_DAYS)
    .default(DEFAULT_DAYS)
    .meta({
      description: 'For how many days no application must have asked for a feature.',
      override: { default: DEFAULT_DAYS },
    }),
  limit: pageFields.limit.meta({
    description: `Maximum number of candidates. A page has at most ${MAX_CANDIDATES}.`,
    override: { default: MAX_CANDIDATES },
  }),
  cursor: pageFields.cursor,
});

const OWN = Object.keys(cleanupQuerySchema.shape);
const REPEATABLE = new Set(['feature', 'strategyDefinition']);

const placeSchema = z.object({
  projectId: z.string().refine((id) => id === '' || isName(id)),
  name: z.string().refine(isName),
});

/** Reads the query of a page of clean-up. Unknown parameters are ignored; if `isStrict`, they are an error. */
export const cleanupQuery = (
  parameters: readonly QueryParameter[],
  isStrict: boolean,
  projectId?: string,
): Result<CleanupCommand, BadData> =>
  unlessUnknown(parameters, OWN, isStrict)
    .andThen(() => parseQuery(cleanupQuerySchema, parameters, false, REPEATABLE))
    .andThen(({ feature, strategyDefinition, quietDays, limit, cursor }) =>
      placeAt(cursor, 'cleanup', placeSchema, projectId).map((after) => ({
        features: feature,
        definitions: strategyDefinition,
        quietMs: quietDays * DAY_MS,
        limit: Math.min(limit, MAX_CANDIDATES),
        after,
      })),
    );
