import { z } from 'zod';

/** An object in which null means what absence means, as Unleash answers it. What is nested stays as it is. */
export function nullAsAbsent<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.output<Schema>> {
  return z.preprocess(withoutNulls, schema);
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}
