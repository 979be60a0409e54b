import { type BadData, definitionLength, type StrategyDefinition } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import {
  badData,
  parseWith,
  strategyNameSchema,
  definitionSchema,
  definitionsSchema,
  newStrategySchema,
  strategyUpdateSchema,
} from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { type AdminRequest, respondWith, DONE, type Route } from './route.ts';
import { unlessTooLong } from './unless-too-long.ts';

const tag = 'Strategies';
const ofOne = { name: strategyNameSchema };
const CHANGE_ERRORS = ['StrategyNotFound', 'StrategyNotEditable', 'OwnedByUpstream'] as const;

const operations = {
  list: {
    id: 'getAllStrategies',
    tag,
    summary: 'List the strategy definitions',
    description: 'Returns all definitions, in ascending byte order of name.',
    permission: undefined,
    path: {},
    responses: {
      200: { description: 'The definitions.', schema: definitionsSchema, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    errors: [],
  },
  find: {
    id: 'getStrategy',
    tag,
    summary: 'Read one strategy definition',
    description: 'Returns the definition with this name.',
    permission: undefined,
    path: ofOne,
    responses: { 200: { description: 'The definition.', schema: definitionSchema } },
    errors: ['StrategyNotFound'],
  },
  register: {
    id: 'createStrategy',
    tag,
    summary: 'Add a strategy definition',
    description: "Its name has 1 to 100 ASCII letters, digits, or any of _ ~ . - ! * ' ( )",
    permission: 'CREATE_STRATEGY',
    path: {},
    body: newStrategySchema,
    responses: {
      201: { description: 'It was created.', schema: definitionSchema, headers: ['Location'] },
    },
    errors: ['StrategyExists', 'OwnedByUpstream'],
  },
  update: {
    id: 'updateStrategy',
    tag,
    summary: 'Change a strategy definition',
    description:
      'An omitted text is kept; null or an empty text clears it. A definition keeps its name.',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    body: strategyUpdateSchema,
    responses: { 200: { description: 'It was changed, or unchanged.' } },
    errors: CHANGE_ERRORS,
  },
  deprecate: {
    id: 'deprecateStrategy',
    tag,
    summary: 'Deprecate a strategy definition',
    description: 'Changes only the field "deprecated".',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    responses: { 200: { description: 'It is deprecated.' } },
    errors: CHANGE_ERRORS,
  },
  reactivate: {
    id: 'reactivateStrategy',
    tag,
    summary: 'Reactivate a strategy definition',
    description: 'Changes only the field "deprecated".',
    permission: 'UPDATE_STRATEGY',
    path: ofOne,
    responses: { 200: { description: 'It is no longer deprecated.' } },
    errors: CHANGE_ERRORS,
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ALL = '/strategies';
const ONE = `${ALL}/:name`;

/** The length of a parameter's JSON without its texts, at most. */
const PARAMETER_LENGTH = 80;

const unlessTooManyDefinitions = unlessTooLong<StrategyDefinition>(
  'the strategy definitions',
  (definition) => definitionLength(definition) + definition.parameters.length * PARAMETER_LENGTH,
);

/** The strategy definitions. */
export function strategyRoutes<Credentials>(
  useCases: AdminUseCases<Credentials>,
): readonly Route<Credentials>[] {
  return [...readRoutes(useCases), ...addRoutes(useCases), ...changeRoutes(useCases)];
}

function readRoutes<Credentials>({
  listStrategies: list,
  findStrategy: find,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  const routes: Route<Credentials>[] = [];
  if (list !== undefined) {
    routes.push({
      method: 'GET',
      path: ALL,
      operation: operations.list,
      handle: ({ caller }) =>
        list(caller)
          .andThen(unlessTooManyDefinitions)
          .andThen((strategies) =>
            respondWith({ status: 200, body: { version: 1, strategies }, isTagged: true }),
          ),
    });
  }
  if (find !== undefined) {
    routes.push({
      method: 'GET',
      path: ONE,
      operation: operations.find,
      handle: ({ caller, param }) =>
        find({ ...caller, name: param('name') }).andThen((body) =>
          respondWith({ status: 200, body }),
        ),
    });
  }
  return routes;
}

function addRoutes<Credentials>({
  registerStrategy: register,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (register === undefined) return [];
  return [
    {
      method: 'POST',
      path: ALL,
      operation: operations.register,
      handle: ({ caller, readJson, isStrict, path }) =>
        readJson()
          .andThen((body) => parseWith(operations.register.body, body, isStrict))
          .andThen((definition) =>
            register({ ...caller, definition }).andThen(() => {
              const Location = `${path}/${encodeURIComponent(definition.name)}`;
              return respondWith({ status: 201, body: definition, headers: { Location } });
            }),
          ),
    },
  ];
}

function changeRoutes<Credentials>({
  changeStrategy: change,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (change === undefined) return [];
  const switching = (kind: 'deprecate' | 'reactivate'): Route<Credentials> => ({
    method: 'POST',
    path: `${ONE}/${kind}`,
    operation: operations[kind],
    handle: ({ caller, param }) =>
      change({ ...caller, name: param('name'), change: { kind } }).andThen(() => DONE),
  });
  return [
    {
      method: 'PUT',
      path: ONE,
      operation: operations.update,
      handle: (request) =>
        request
          .readJson()
          .andThen((body) => parseWith(operations.update.body, body, request.isStrict))
          .andThrough(({ name }) => unlessRenamed(name, request))
          .andThen(({ name: _same, ...update }) =>
            change({
              ...request.caller,
              name: request.param('name'),
              change: { kind: 'update', update },
            }),
          )
          .andThen(() => DONE),
    },
    switching('deprecate'),
    switching('reactivate'),
  ];
}

/** A definition can't be renamed. */
function unlessRenamed(
  name: string | undefined,
  { param }: AdminRequest<unknown>,
): Result<void, BadData> {
  return name === undefined || name === param('name')
    ? ok()
    : err(badData('name', `"${param('name')}", as in the path, or none`));
}
