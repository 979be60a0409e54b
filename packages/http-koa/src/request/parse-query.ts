import type { BadData } from '@forewarn/core';
import { err, type Result } from 'neverthrow';
import type { z } from 'zod';
import { badData, parseWith, type QueryParameter } from '@forewarn/wire';

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
  return parseWith(schema, Object.fromEntries(given), isStrict);
}
