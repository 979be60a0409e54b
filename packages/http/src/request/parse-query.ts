import type { BadData } from '@forewarn/core';
import { badData } from '@forewarn/record';
import { err, type Result } from 'neverthrow';
import { z } from 'zod';
import { parseWith, type QueryParameter, unlessMisread } from '@forewarn/wire';

/** Checks a query in which each parameter of the schema may appear once, or more often if its values are an array. */
export function parseQuery<T>(
  schema: z.ZodObject & z.ZodType<T>,
  parameters: readonly QueryParameter[],
  isStrict: boolean,
  repeatable: ReadonlySet<string> = new Set(),
): Result<T, BadData> {
  const given = new Map<string, string | string[]>();
  for (const [name, value] of parameters) {
    const before = given.get(name);
    if (repeatable.has(name)) given.set(name, [...[before ?? []].flat(), value]);
    else if (Object.hasOwn(schema.shape, name) && before !== undefined) {
      return err(badData(`the query parameter "${name}"`, 'it only once'));
    } else given.set(name, value);
  }
  return unlessMisread(parameters, Object.keys(schema.shape)).andThen(() =>
    parseWith(schema, Object.fromEntries(given), isStrict),
  );
}

export function wholeNumberSchema(
  min: number,
  max: number,
  expected = `expected a whole number from ${min} to ${max}`,
) {
  const digits = new RegExp(`^\\d{1,${String(max).length}}$`);
  return z.preprocess(
    (text) => (typeof text === 'string' && digits.test(text) ? Number(text) : text),
    z.int(expected).min(min, expected).max(max, expected),
  );
}

const DEFAULT_LIMIT = 100;

/** Maximum length of the items of a page as JSON, in bytes. A page has at least one item, however long. */
export const MAX_PAGE_BYTES = 2_097_152;

/** The maximum number of items on a page, as a query parameter. */
export const pageLimitSchema = wholeNumberSchema(1, 1_000).default(DEFAULT_LIMIT);

/** Describes {@link pageLimitSchema} for OpenAPI. */
export const limitMeta = (items: string) => ({
  description: `Maximum number of ${items}. A page of long ${items} has fewer.`,
  override: { default: DEFAULT_LIMIT },
});
