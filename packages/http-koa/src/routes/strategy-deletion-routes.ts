import { strategyImpactBody, strategyImpactSchema } from '@forewarn/wire';
import { guardIn, guardSchema, unlessGuarded } from '../request/guard-query.ts';
import { respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, type Operation, type Route, route } from './route.ts';

const tag = 'Strategies';
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
  errors: ['StrategyNotFound', 'StrategyNotEditable', 'UpstreamRefused', 'UpstreamUnavailable'],
} as const satisfies Operation;

const guardedRemove: Operation = {
  ...remove,
  description: `${remove.description} With a guard, it is kept while a scheduled change request touches or may touch it.`,
  query: guardSchema,
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
    guardIn(request).asyncAndThen(({ guard, acknowledge }) => {
      const command = { ...request.caller, name: request.param('name') };
      const isGuarded = guardDeletes || guard !== undefined || acknowledge !== undefined;
      return isGuarded
        ? request.heavily(() => guardedDeleteStrategy({ ...command, acknowledge }))
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
        respondWith({ status: 200, body: strategyImpactBody(impact) }),
      ),
  }),
];
