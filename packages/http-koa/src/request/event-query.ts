import type { BadData } from '@forewarn/core';
import { EVENT_TYPES, type EventQuery } from '@forewarn/core/operator';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import type { QueryParameter } from '@forewarn/wire';
import { limitMeta, pageLimitSchema, parseQuery } from './parse-query.ts';

const CURSOR = 'expected the nextCursor of a response';
const MAX_CURSOR_DIGITS = 15;

/** The query of a page of events. */
export const eventQuerySchema = z.object({
  type: z
    .enum(EVENT_TYPES, { error: `expected one of ${EVENT_TYPES.join(', ')}` })
    .exactOptional()
    .meta({ description: 'Only events of this type.' }),
  project: z
    .string()
    .exactOptional()
    .meta({ description: 'Only events of this project. A key of a project needs it.' }),
  limit: pageLimitSchema.meta(limitMeta('events')),
  cursor: z
    .string()
    .regex(new RegExp(`^\\d{1,${MAX_CURSOR_DIGITS}}$`), CURSOR)
    .exactOptional()
    .meta({ description: 'The nextCursor of the previous page.' }),
});

/** Reads the query of a page of events: `type`, `project`, `limit` and `cursor`, each at most once. */
export function eventQuery(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<EventQuery, BadData> {
  return parseQuery(eventQuerySchema, parameters, isStrict).map(({ cursor, ...query }) =>
    cursor === undefined ? query : { ...query, before: Number(cursor) },
  );
}
