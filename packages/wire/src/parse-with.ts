import { type BadData, type Problem, MAX_PROBLEMS } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

// One more than clients see, so that the message can say that there are more.
const MAX_COLLECTED = MAX_PROBLEMS + 1;

/** Checks JSON against a schema. Unknown fields are left out; if `isStrict`, they are an error. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
  isStrict: boolean,
): Result<T, BadData> {
  const parsed = schema.safeParse(value);
  let problems: readonly Problem[] = [];
  if (!parsed.success) problems = parsed.error.issues.slice(0, MAX_COLLECTED).map(problemOf);
  else if (isStrict) problems = unknownFields(value, parsed.data, MAX_COLLECTED);
  const [first, ...others] = problems;
  if (first !== undefined) return err({ type: 'BadData', problems: [first, ...others] });
  return ok(parsed.data as T);
}

function problemOf({ path, message }: z.core.$ZodIssue): Problem {
  return { path: z.core.toDotPath(path), expected: message.replace(ZOD_SAYS, '') };
}

const ZOD_SAYS = /^(?:[A-Z][a-z ]+[:.] )?expected /i;
