import type { BadData, Problem } from '@forewarn/core';
import { MAX_PROBLEMS, unlessProblems } from '@forewarn/record';
import type { Result } from 'neverthrow';
import { z } from 'zod';

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
  if (!parsed.success) problems = parsed.error.issues.flatMap(problemsOf).slice(0, MAX_COLLECTED);
  else if (isStrict) problems = unknownFields(value, parsed.data, MAX_COLLECTED);
  return unlessProblems(problems).map(() => parsed.data as T);
}

function problemsOf(issue: z.core.$ZodIssue): readonly Problem[] {
  const { path, message } = issue;
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => unknownAt([...path, key]))
    : [{ path: z.core.toDotPath(path), expected: message.replace(ZOD_SAYS, '') }];
}

const unknownAt = (path: readonly PropertyKey[]): Problem => ({
  path: z.core.toDotPath(path),
  expected: 'no field of this name',
});

const ZOD_SAYS = /^(?:[A-Z][a-z ]+[:.] )?expected /i;

/** The first fields that were sent and that no schema knows, at most `limit`. Null means the same as absence. */
export function unknownFields(sent: unknown, parsed: unknown, limit: number): readonly Problem[] {
  const found: Problem[] = [];
  const path: PropertyKey[] = [];
  const compare = (from: unknown, to: unknown): void => {
    // A schema returns what it doesn't look into, such as a payload, as it is.
    if (from === to || !isContainer(from) || !isContainer(to)) return;
    for (const key of Object.keys(from)) {
      if (found.length === limit) return;
      const value = from[key];
      path.push(Array.isArray(from) ? Number(key) : key);
      if (Object.hasOwn(to, key)) compare(value, to[key]);
      else if (value !== null) {
        found.push(unknownAt(path));
      }
      path.pop();
    }
  };
  compare(sent, parsed);
  return found;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
