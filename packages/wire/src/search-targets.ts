import { type BadData, isSearched, type SearchedTarget } from '@forewarn/core';
import { unlessProblems } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { namedTarget } from './target-body.ts';

/** A query parameter. */
export type QueryParameter = readonly [name: string, value: string];

/** The query of a search. */
export const searchSchema = z.object({
  feature: z
    .array(z.string())
    .exactOptional()
    .describe('Change requests that touch the feature with this name.'),
  strategyId: z
    .array(z.string())
    .exactOptional()
    .describe('Change requests that touch the strategy with this id.'),
  variantForFlag: z
    .array(z.string())
    .exactOptional()
    .describe('Change requests that touch the variants of the feature with this name.'),
});

/**
 * Returns the targets that the parameters of a search name. Unknown parameters are ignored; if `isStrict`, they are an
 * error, so that a mistyped one can't look like an all-clear.
 */
export function searchTargets(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<readonly SearchedTarget[], BadData> {
  return unlessUnknown(parameters, Object.keys(searchSchema.shape), isStrict).map(() =>
    parameters
      .flatMap(([name, value]) => (isSearchParameter(name) ? [namedTarget(name, value)] : []))
      .filter(isSearched),
  );
}

/** Whether a search reads a parameter of this name. */
export const isSearchParameter = (name: string): name is keyof typeof searchSchema.shape =>
  Object.hasOwn(searchSchema.shape, name);

/** If `isStrict`, fails for parameters that are not among the known ones. */
export function unlessUnknown(
  parameters: readonly QueryParameter[],
  known: readonly string[],
  isStrict: boolean,
): Result<void, BadData> {
  if (!isStrict) return ok();
  const unknown = new Set(parameters.map(([name]) => name).filter((name) => !known.includes(name)));
  const expected = `one of ${known.join(', ')}`;
  return unlessProblems(
    [...unknown].map((name) => ({ path: `the query parameter "${name}"`, expected })),
  );
}
