import { type BadData, EVENT_TYPES, type EventPage } from '@forewarn/core';
import { err, type Result } from 'neverthrow';
import { z } from 'zod';
import { badData } from './bad-data.ts';
import type { QueryParameter } from './decode-request.ts';
import { parseWith } from './parse-with.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const LIMIT = `expected a whole number from 1 to ${MAX_LIMIT}`;
const CURSOR = 'expected the nextCursor of an answer';
const MAX_CURSOR_DIGITS = 15;

const schema = z.object({
  type: z.enum(EVENT_TYPES, { error: `expected one of ${EVENT_TYPES.join(', ')}` }).exactOptional(),
  project: z.string().exactOptional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, LIMIT)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, LIMIT)
    .default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .regex(new RegExp(`^\\d{1,${MAX_CURSOR_DIGITS}}$`), CURSOR)
    .transform(Number)
    .exactOptional(),
});

/** The page of events that a query asks for: `type`, `project`, `limit` and `cursor`, each at most once. */
export function eventPage(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<EventPage, BadData> {
  const given = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (Object.hasOwn(schema.shape, name) && given.has(name)) {
      return err(badData(`the query parameter "${name}"`, 'it once'));
    }
    given.set(name, value);
  }
  return parseWith(schema, Object.fromEntries(given), isStrict).map(({ cursor, ...page }) =>
    cursor === undefined ? page : { ...page, before: cursor },
  );
}
