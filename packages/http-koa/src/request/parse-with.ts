import type { BadData, Problem } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

/**
 * Checks JSON against a schema. What the schema does not know is left out; when `isStrict`, it is an error.
 */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
  isStrict: boolean,
): Result<T, BadData> {
  const parsed = schema.safeParse(value);
  const [first, ...others] = parsed.success
    ? unknownIf(isStrict, value, parsed.data)
    : problemsOfIssues(parsed.error.issues);
  if (first !== undefined) return err({ type: 'BadData', problems: [first, ...others] });
  return ok(parsed.data as T);
}

const unknownIf = (isStrict: boolean, sent: unknown, made: unknown): readonly Problem[] =>
  isStrict ? unknownFields(sent, made) : [];

/** What a schema found, in words. */
function problemsOfIssues(issues: readonly z.core.$ZodIssue[]): readonly Problem[] {
  return issues.map(({ path, message }) => ({
    path: z.core.toDotPath(path),
    expected: message.replace(ZOD_SAYS, ''),
  }));
}

const ZOD_SAYS = /^(?:[A-Z][a-z ]+[:.] )?expected /i;
