import type { BadData } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import {
  badData,
  strategyImpactBody,
  strategyImpactSchema,
  strategyNameSchema,
} from '@forewarn/wire';
import { parseQuery } from '../request/parse-query.ts';
import { type Guard, guardSchema } from '../request/guard-schema.ts';
import { unlessMisspelt } from '../request/unless-misspelt.ts';
import type { AdminUseCases } from './admin-use-cases.ts';
import type { Operation } from './operation.ts';
import { type AdminRequest, DONE, respondWith, type Route } from './route.ts';

const remove = {
  id: 'removeStrategy',
  tag: 'Strategies',
  summary: 'Delete a strategy definition',
  description:
    'The event that records the deletion has the whole definition. Features may still use it. ' +
    'A built-in definition can not be deleted.',
  permission: 'DELETE_STRATEGY',
  path: { name: strategyNameSchema },
  responses: { 200: { description: 'It was deleted.' } },
  errors: ['StrategyNotFound', 'StrategyNotEditable', 'UpstreamRefused', 'UpstreamUnavailable'],
} as const satisfies Operation;

const operations = {
  remove,
  guardedRemove: {
    ...remove,
    description: `${remove.description} With a guard, it is kept while a scheduled change request touches or may touch it.`,
    query: guardSchema,
    errors: [...remove.errors, 'StrategyInUse'],
  },
  impact: {
    id: 'getStrategyImpact',
    tag: 'Strategies',
    summary: 'See what deleting a strategy definition would break',
    description: 'Looks into all projects, and changes nothing.',
    permission: 'DELETE_STRATEGY',
    path: { name: strategyNameSchema },
    responses: { 200: { description: 'The impact.', schema: strategyImpactSchema } },
    errors: ['StrategyNotFound'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ONE = '/strategies/:name';

/** How strategy definitions are deleted. */
export interface DeletionOptions {
  /** Guards each delete, whether or not its client asks for it. */
  readonly guardDeletes?: boolean | undefined;
}

/** The deletion of a strategy definition, and its impact. */
export function strategyDeletionRoutes<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: DeletionOptions = {},
): readonly Route<Credentials>[] {
  return [deletionRoute(useCases, options), ...impactRoutes(useCases)];
}

function deletionRoute<Credentials>(
  { deleteStrategy, guardedDeleteStrategy }: AdminUseCases<Credentials>,
  { guardDeletes = false }: DeletionOptions,
): Route<Credentials> {
  const route = { method: 'DELETE', path: ONE, hasQuery: true } as const;
  if (guardedDeleteStrategy === undefined) {
    if (guardDeletes) throw new TypeError('guardDeletes needs the use case guardedDeleteStrategy');
    return {
      ...route,
      operation: operations.remove,
      handle: (request) =>
        guardOf(request)
          .andThen(unlessGuarded)
          .asyncAndThen(() => deleteStrategy({ ...request.caller, name: request.param('name') }))
          .andThen(() => DONE),
    };
  }
  return {
    ...route,
    operation: operations.guardedRemove,
    handle: (request) =>
      guardOf(request).asyncAndThen(({ guard, acknowledge }) => {
        const command = { ...request.caller, name: request.param('name') };
        const isGuarded = guardDeletes || guard !== undefined || acknowledge !== undefined;
        return isGuarded
          ? request
              .heavily(() => guardedDeleteStrategy({ ...command, acknowledge }))
              .andThen(() => DONE)
          : deleteStrategy(command).andThen(() => DONE);
      }),
  };
}

const GUARD_NAMES = Object.keys(guardSchema.shape);
const GUARD_VALUES: ReadonlyMap<string, string> = new Map([['refuse', 'guard']]);

/** A client that is not strict can send any query that does not look like a guard. */
function guardOf({ isStrict, query, lenientQuery }: AdminRequest<unknown>): Result<Guard, BadData> {
  const parameters: ReturnType<typeof query> = isStrict ? query() : ok(lenientQuery());
  return parameters.andThen((given) =>
    unlessMisspelt(given, GUARD_NAMES, GUARD_VALUES).andThen(() =>
      parseQuery(guardSchema, given, isStrict),
    ),
  );
}

/** A client that asks for a guard must not get a delete without one. */
function unlessGuarded(guard: Guard): Result<void, BadData> {
  const [first] = Object.keys(guard);
  return first === undefined ? ok() : err(badData(first, 'none: this server has no guard'));
}

function impactRoutes<Credentials>({
  getStrategyImpact,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (getStrategyImpact === undefined) return [];
  return [
    {
      method: 'GET',
      path: `${ONE}/impact`,
      operation: operations.impact,
      handle: ({ caller, param, heavily }) =>
        heavily(() => getStrategyImpact({ ...caller, name: param('name') })).andThen((impact) =>
          respondWith({ status: 200, body: strategyImpactBody(impact) }),
        ),
    },
  ];
}
