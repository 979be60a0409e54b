import type { Section } from '@forewarn/wire/documents';
import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';
import { elementsIn, type UnleashBody } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** Reads a list, without the elements of which the schema makes undefined. One that does not fit it makes the list unreadable. */
export async function valuesIn<T>(
  body: UnleashBody,
  section: Section,
  schema: z.ZodType<T | undefined>,
  signal: AbortSignal | undefined,
): Promise<Result<readonly T[], UnleashFailure>> {
  const elements = elementsIn(body, section, signal);
  if (elements.isErr()) return err(elements.error);
  const values: T[] = [];
  for await (const element of elements.value) {
    const read = element.map(({ value }) => schema.safeParse(value));
    if (read.isErr() || !read.value.success) {
      const found = read.isErr() ? read.error.what : unreadableIn(read.value.error);
      return err({ type: 'UnleashUnreadable', path: body.path, found });
    }
    if (read.value.data !== undefined) values.push(read.value.data);
  }
  return ok(values);
}

const unreadableIn = (error?: z.ZodError): string =>
  `an element without a readable ${error?.issues[0]?.path.join('.') || 'value'}`;
