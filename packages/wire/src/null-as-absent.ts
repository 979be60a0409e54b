import { z } from 'zod';

/** Maximum number of fields of an object, known or not. */
const MAX_FIELDS = 100;

/**
 * An object in which null means absence, as in Unleash's responses. Nested values stay as they are. The number of fields is
 * checked before they are copied. The type of its input is what a client should send.
 */
export function nullAsAbsent<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  return z.preprocess(withoutNulls, schema) as unknown as z.ZodType<
    z.output<Schema>,
    z.input<Schema>
  >;
}

function withoutNulls(value: unknown, { issues }: z.core.$RefinementCtx): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (Object.keys(value).length > MAX_FIELDS) {
    const message = `expected at most ${MAX_FIELDS} fields`;
    issues.push({ code: 'custom', message, input: value, continue: false });
    return z.NEVER;
  }
  if (!Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}
