import type { BadData } from '@forewarn/core';
import { pageCommand, pageFields, parseQuery, wholeNumberSchema } from '@forewarn/http/capability';
import { badData } from '@forewarn/record';
import { type QueryParameter, unlessUnknown } from '@forewarn/wire';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { FORECASTS } from '../forecast.ts';
import type { ForecastCommand } from '../forecasts.ts';

const LISTED = FORECASTS.filter((forecast) => forecast !== 'as-planned');

const MAX_WITHIN = 99_999_999_999;
const WITHIN = 'expected a whole number of seconds, 1 or more';

export const forecastQuerySchema = z.object({
  ...pageFields,
  within: wholeNumberSchema(1, MAX_WITHIN, WITHIN)
    .exactOptional()
    .describe(
      'Only change requests scheduled within this number of seconds, by the clock of the server.',
    ),
  forecast: z
    .array(
      z.enum(LISTED, {
        error: `expected one of ${LISTED.join(', ')}; what will go as planned is not listed`,
      }),
    )
    .exactOptional()
    .describe('Only change requests with one of these forecasts.'),
});

const OWN = Object.keys(forecastQuerySchema.shape);
const REPEATABLE = new Set(['environment', 'forecast']);

/**
 * Reads the query of a page of forecasts. Unknown parameters are ignored; if `isStrict`, they are an error.
 *
 * @param projectId the project of the page; undefined for all projects
 * @param now milliseconds since 1970
 */
export const forecastQuery = (
  parameters: readonly QueryParameter[],
  isStrict: boolean,
  projectId: string | undefined,
  now: number,
): Result<ForecastCommand, BadData> =>
  unlessUnknown(parameters, OWN, isStrict)
    .andThen(() => parseQuery(forecastQuerySchema, parameters, false, REPEATABLE))
    .andThen((query) => unlessBeyond(query, now))
    .andThen(({ within, ...query }) =>
      pageCommand({ ...query, ...endOf(query.to, within, now) }, 'forecast', projectId).andThen(
        (page) =>
          // An empty page would look like an all-clear.
          page.to !== undefined && page.to <= now
            ? err(badData('to', 'a time in the future: the past has no forecast'))
            : ok({ ...page, forecasts: query.forecast }),
      ),
    );

/** The client sent no `to` that an error could name. */
const unlessBeyond = <Query extends { readonly from?: string; readonly within?: number }>(
  query: Query,
  now: number,
): Result<Query, BadData> =>
  Date.parse(query.from ?? '') >= now + (query.within ?? Infinity) * 1_000
    ? err(badData('from', `a time within the next ${query.within} seconds`))
    : ok(query);

/** The sooner of two ends. A client whose clock is slow would ask for less than it says. */
function endOf(
  to: string | undefined,
  within: number | undefined,
  now: number,
): { readonly to?: string } {
  if (within === undefined) return {};
  const end = now + within * 1_000;
  return to !== undefined && Date.parse(to) <= end ? {} : { to: new Date(end).toISOString() };
}
