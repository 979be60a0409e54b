import { strategyImpactBody, strategyImpactSchema, strategyNameSchema } from '@forewarn/wire';
import { guardIn, guardSchema, unlessGuarded } from '../request/guard-query.ts';
import { DONE, respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, type Operation, route } from './route.ts';

const tag = 'Strategies';
const ONE = '/strategies/:name';
const ofOne = { name: strategyNameSchema };

const remove = {
  id: 'removeStrategy',
  tag,
  summary: 'Delete a strategy definition',
  description:
    'The event that records the deletion has the whole definition. Features may still use it. ' +
    'A built-in definition can not be deleted.',
  permission: 'DELETE_STRATEGY',
  path: ofOne,
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
  const about = { method: 'DELETE', path: ONE, hasQuery: true } as const;
  if (guardedDeleteStrategy === undefined) {
    if (guardDeletes) throw new TypeError('guardDeletes needs the use case guardedDeleteStrategy');
    return [
      {
        ...about,
        operation: remove,
        handle: (request) =>
          guardIn(request)
            .andThen(unlessGuarded)
            .asyncAndThen(() => deleteStrategy({ ...request.caller, name: request.param('name') }))
            .andThen(() => DONE),
      },
    ];
  }
  return [
    {
      ...about,
      operation: guardedRemove,
      handle: (request) =>
        guardIn(request).asyncAndThen(({ guard, acknowledge }) => {
          const command = { ...request.caller, name: request.param('name') };
          const isGuarded = guardDeletes || guard !== undefined || acknowledge !== undefined;
          const deleted = isGuarded
            ? request.heavily(() => guardedDeleteStrategy({ ...command, acknowledge }))
            : deleteStrategy(command);
          return deleted.andThen(() => DONE);
        }),
    },
  ];
};

/** The deletion of a strategy definition, and its impact. */
export const strategyDeletionRoutes: readonly MakeRoutes[] = [
  deletionRoute,
  route('getStrategyImpact', {
    method: 'GET',
    path: `${ONE}/impact`,
    operation: {
      id: 'getStrategyImpact',
      tag,
      summary: 'See what deleting a strategy definition would break',
      description: 'Looks into all projects, and changes nothing.',
      permission: 'DELETE_STRATEGY',
      path: ofOne,
      responses: { 200: { description: 'The impact.', schema: strategyImpactSchema } },
      errors: ['StrategyNotFound'],
    },
    handle: ({ caller, param, heavily }, getImpact) =>
      heavily(() => getImpact({ ...caller, name: param('name') })).andThen((impact) =>
        respondWith({ status: 200, body: strategyImpactBody(impact) }),
      ),
  }),
];
