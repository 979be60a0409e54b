import { type BadData, isName } from '@forewarn/core';
import { badData, type ListingCommand } from '@forewarn/record';
import { err, type Result } from 'neverthrow';
import { z } from 'zod';
import {
  isoTimeSchema,
  isSearchParameter,
  searchSchema,
  searchTargets,
  unlessUnknown,
  type QueryParameter,
} from '@forewarn/wire';
import { placeAt } from './cursor.ts';
import { limitMeta, MAX_PAGE_BYTES, pageLimitSchema, parseQuery } from './parse-query.ts';

const STATUSES = ['pending', 'suspended', 'failed'] as const;
const TIME = 'expected a time with its zone, ISO 8601, with "+" written as "%2B"';

const timeSchema = isoTimeSchema(TIME);

/** The parameters of a page of change requests that are not about what they hold. */
export const pageFields = {
  environment: z
    .array(z.string().refine(isName, { error: 'expected the name of an environment' }))
    .exactOptional()
    .describe('Only change requests of one of these environments.'),
  from: timeSchema
    .exactOptional()
    .describe('Only change requests scheduled at this time or later, ISO 8601.'),
  to: timeSchema
    .exactOptional()
    .describe('Only change requests scheduled before this time, ISO 8601.'),
  limit: pageLimitSchema.meta(limitMeta('change requests')),
  cursor: z
    .string()
    .exactOptional()
    .describe('The cursor of the Link header of the previous page.'),
};

/** The query of a page of change requests. */
export const listingQuerySchema = z.object({
  ...pageFields,
  status: z
    .array(z.enum(STATUSES, { error: `expected one of ${STATUSES.join(', ')}` }))
    .exactOptional()
    .describe('Only change requests whose schedule has one of these statuses.'),
  needsAttention: z
    .literal('true', { error: 'expected true, or no such parameter' })
    .exactOptional()
    .describe(
      'With true, only change requests that failed, are suspended, overdue, in conflict or partly unreadable.',
    ),
  ...searchSchema.shape,
});

const OWN = Object.keys(listingQuerySchema.shape);
const REPEATABLE = new Set(['environment', 'status', ...Object.keys(searchSchema.shape)]);

/**
 * Reads the query of a page of change requests. Unknown parameters are ignored; if `isStrict`, they are an error.
 *
 * @param projectId the project of the listing; undefined for one over all projects
 * @param now milliseconds since 1970
 */
export function listingQuery(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
  projectId: string | undefined,
  now: number,
): Result<ListingCommand, BadData> {
  return unlessUnknown(parameters, OWN, isStrict)
    .andThen(() => parseQuery(listingQuerySchema, parameters, false, REPEATABLE))
    .andThen((query) =>
      pageCommand(query, 'list', projectId).andThen((page) => {
        const asked = parameters.filter(([name]) => isSearchParameter(name));
        return searchTargets(asked, false).map((anyOf) => ({
          ...page,
          maxBytes: MAX_PAGE_BYTES,
          statuses: query.status,
          needAttentionAt: query.needsAttention === undefined ? undefined : now,
          anyOf: asked.length === 0 ? undefined : anyOf,
        }));
      }),
    );
}

const placeSchema = z.object({
  scheduledAt: z.int(),
  projectId: z.string().refine(isName),
  id: z.int(),
});

type PageCommand = Pick<ListingCommand, 'environments' | 'from' | 'to' | 'after' | 'limit'>;

/**
 * Reads the parameters of a page, which filters must not contradict.
 *
 * @param kind that of the listing, which its cursors have
 */
export function pageCommand(
  { environment, limit, cursor, ...query }: z.infer<z.ZodObject<typeof pageFields>>,
  kind: string,
  projectId: string | undefined,
): Result<PageCommand, BadData> {
  const [from, to] = [msOf(query.from), msOf(query.to)];
  if (from !== undefined && to !== undefined && from >= to) {
    return err(badData('to', 'a time after "from"'));
  }
  return placeAt(cursor, kind, placeSchema, projectId).map((after) => {
    return { environments: environment, from, to, after, limit };
  });
}

const msOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time);
