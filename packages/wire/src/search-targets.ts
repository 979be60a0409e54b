import { type BadData, isSearched, type SearchedTarget } from '@forewarn/core';
import { unlessProblems } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { namedTarget } from './target-body.ts';

export type QueryParameter = readonly [name: string, value: string];

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
  const known = Object.keys(searchSchema.shape);
  return unlessUnknown(parameters, known, isStrict)
    .andThen(() => unlessMisread(parameters, known))
    .map(() =>
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

/**
 * Fails for fields of a known parameter, such as `feature[a]`, which Express would read as an object: ignored, they would look
 * like an all-clear, or leave a list unfiltered.
 */
export function unlessMisread(
  parameters: readonly QueryParameter[],
  known: readonly string[],
): Result<void, BadData> {
  const misread = parameters.flatMap(([name]) => {
    const [list = ''] = name.split('[', 1);
    return list !== name && known.includes(list) ? [{ name, list }] : [];
  });
  return unlessProblems(
    misread.map(({ name, list }) => ({
      path: `the query parameter "${name}"`,
      expected: `${list}, ${list}[] or ${list}[0]`,
    })),
  );
}
