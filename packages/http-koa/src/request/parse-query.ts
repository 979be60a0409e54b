import type { BadData } from '@forewarn/core';
import { err, type Result } from 'neverthrow';
import type { z } from 'zod';
import { badData } from '../errors/bad-data.ts';
import type { QueryParameter } from './decode-request.ts';
import { parseWith } from './parse-with.ts';

/** Checks a query in which each parameter of the schema may appear once. */
export function parseQuery<T>(
  schema: z.ZodObject & z.ZodType<T>,
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<T, BadData> {
  const given = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (Object.hasOwn(schema.shape, name) && given.has(name)) {
      return err(badData(`the query parameter "${name}"`, 'it only once'));
    }
    given.set(name, value);
  }
  return parseWith(schema, Object.fromEntries(given), isStrict);
}
