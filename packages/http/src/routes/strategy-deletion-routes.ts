import type { BadData } from '@forewarn/core';
import { badData } from '@forewarn/record';
import { type QueryParameter, strategyImpactBody, strategyImpactSchema } from '@forewarn/wire';
import { distance } from 'fastest-levenshtein';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { AdminRequest } from '../request/admin-request.ts';
import { parseQuery } from '../request/parse-query.ts';
import { asOfHeader, respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, type Operation, type Route, route } from './route.ts';
import { TAGS } from './tag.ts';

const tag = TAGS.strategies;
const ONE = '/strategies/:name';

const remove = {
  method: 'DELETE',
  path: ONE,
  id: 'removeStrategy',
  tag,
  summary: 'Delete a strategy definition',
  description:
    'The event that records the deletion has the whole definition. Features may still use it. ' +
    'A built-in definition can not be deleted.',
  permission: 'DELETE_STRATEGY',
  responses: { 200: { description: 'It was deleted.' } },
  errors: ['StrategyNotFound', 'StrategyNotEditable'],
} as const satisfies Operation;

/** The query of a delete that can be guarded. */
export const guardSchema = z.object({
  guard: z
    .literal('refuse', { error: 'expected refuse' })
    .exactOptional()
    .describe('Refuses while a scheduled change request touches or may touch the definition.'),
  acknowledge: z
    .string()
    .exactOptional()
    .describe('The fingerprint of an impact: deletes only while that impact is current.'),
});

type Guard = z.output<typeof guardSchema>;

const guardedRemove: Operation = {
  ...remove,
  description: `${remove.description} With a guard, it is kept while a scheduled change request touches or may touch it.`,
  query: guardSchema,
  responses: { 200: { description: 'It was deleted.', headers: ['Forewarn-As-Of'] } },
  errors: [...remove.errors, 'StrategyInUse'],
};

const deletionRoute: MakeRoutes = (
  { deleteStrategy, guardedDeleteStrategy },
  { guardDeletes = false },
) => {
  if (guardedDeleteStrategy === undefined) {
    if (guardDeletes) throw new TypeError('guardDeletes needs the use case guardedDeleteStrategy');
    const handle: Route['handle'] = (request) =>
      guardIn(request)
        .andThen(unlessGuarded)
        .asyncAndThen(() => deleteStrategy({ ...request.caller, name: request.param('name') }));
    return [{ ...remove, handle }];
  }
  const handle: Route['handle'] = (request) =>
    guardIn(request).asyncAndThen(({ guard, acknowledge }): ReturnType<Route['handle']> => {
      const command = { ...request.caller, name: request.param('name') };
      const isGuarded = guardDeletes || guard !== undefined || acknowledge !== undefined;
      return isGuarded
        ? request
            .heavily(() => guardedDeleteStrategy({ ...command, acknowledge }))
            .andThen(({ asOf }) => respondWith({ headers: asOfHeader(asOf) }))
        : deleteStrategy(command);
    });
  return [{ ...guardedRemove, handle }];
};

/** The deletion of a strategy definition, and its impact. */
export const strategyDeletionRoutes: readonly MakeRoutes[] = [
  deletionRoute,
  route('getStrategyImpact', 'GET', `${ONE}/impact`, {
    id: 'getStrategyImpact',
    tag,
    summary: 'See what deleting a strategy definition would break',
    description: 'Looks into all projects, and changes nothing.',
    permission: 'DELETE_STRATEGY',
    responses: { 200: { description: 'The impact.', schema: strategyImpactSchema } },
    errors: ['StrategyNotFound'],
    handle: ({ caller, param, heavily }, getImpact) =>
      heavily(() => getImpact({ ...caller, name: param('name') })).andThen((impact) =>
        respondWith({ body: strategyImpactBody(impact) }),
      ),
  }),
];

/** Reads the guard that a delete asks for. A client that is not strict can send any query that does not look like one. */
function guardIn({ isStrict, query, lenientQuery }: AdminRequest): Result<Guard, BadData> {
  const parameters: ReturnType<typeof query> = isStrict ? query() : ok(lenientQuery());
  return parameters.andThen((given) =>
    unlessMisspelt(given).andThen(() => parseQuery(guardSchema, given, isStrict)),
  );
}

/** A client that asks for a guard must not get a delete without one. */
function unlessGuarded(guard: Guard): Result<void, BadData> {
  const [first] = Object.keys(guard);
  return first === undefined ? ok() : err(badData(first, 'none: this server has no guard'));
}

const NAMES = Object.keys(guardSchema.shape);
/** The values that only one of the parameters has. */
const NAME_OF_VALUE: ReadonlyMap<string, string> = new Map([['refuse', 'guard']]);
/** Part of a name's letters that may differ: two of `guard`, four of `acknowledge`. */
const SHARE = 1 / 3;

/** Fails if a parameter looks like a misspelt one, by its name or its value. */
function unlessMisspelt(parameters: readonly QueryParameter[]): Result<void, BadData> {
  for (const [name, value] of parameters) {
    if (NAMES.includes(name)) continue;
    const meant =
      NAMES.find((each) => isNear(name.toLowerCase(), each)) ??
      NAME_OF_VALUE.get(value.trim().toLowerCase());
    if (meant !== undefined) {
      return err(badData(name, `"${meant}", which this name would not do: correct or remove it`));
    }
  }
  return ok();
}

const isNear = (name: string, known: string): boolean =>
  distance(name, known) <= Math.ceil(known.length * SHARE);
