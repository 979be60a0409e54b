import type { BadData } from '@forewarn/core';
import { badData, listedLength, type StrategyDefinition } from '@forewarn/record';
import {
  definitionSchema,
  definitionsSchema,
  newStrategySchema,
  strategyUpdateSchema,
} from '@forewarn/wire';
import { err, ok, type Result } from 'neverthrow';
import type { AdminRequest } from '../request/admin-request.ts';
import { respondWith, unlessTooLong } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const tag = TAGS.strategies;
const CHANGE_ERRORS = ['StrategyNotFound', 'StrategyNotEditable'] as const;

const ALL = '/strategies';
const ONE = `${ALL}/:name`;

const unlessTooManyDefinitions = unlessTooLong<StrategyDefinition>(
  'the strategy definitions',
  listedLength,
);

const switching = (
  kind: 'deprecate' | 'reactivate',
  summary: string,
  description: string,
): MakeRoutes =>
  route('changeStrategy', 'POST', `${ONE}/${kind}`, {
    id: `${kind}Strategy`,
    tag,
    summary,
    description: 'Changes only the field "deprecated".',
    permission: 'UPDATE_STRATEGY',
    responses: { 200: { description } },
    errors: CHANGE_ERRORS,
    handle: ({ caller, param }, change) =>
      change({ ...caller, name: param('name'), change: { kind } }),
  });

export const strategyRoutes: readonly MakeRoutes[] = [
  route('listStrategies', 'GET', ALL, {
    id: 'getAllStrategies',
    tag,
    summary: 'List the strategy definitions',
    description: 'Returns all definitions, in ascending byte order of name.',
    permission: undefined,
    responses: { 200: { description: 'The definitions.', schema: definitionsSchema } },
    handle: ({ caller, heavily }, list) =>
      heavily(() => list(caller))
        .andThen(unlessTooManyDefinitions)
        .andThen((strategies) => respondWith({ body: { version: 1, strategies } })),
  }),
  route('findStrategy', 'GET', ONE, {
    id: 'getStrategy',
    tag,
    summary: 'Read one strategy definition',
    description: 'Returns the definition with this name.',
    permission: undefined,
    responses: { 200: { description: 'The definition.', schema: definitionSchema } },
    errors: ['StrategyNotFound'],
    handle: ({ caller, param }, find) =>
      find({ ...caller, name: param('name') }).andThen((body) => respondWith({ body })),
  }),
  route('registerStrategy', 'POST', ALL, {
    id: 'createStrategy',
    tag,
    summary: 'Add a strategy definition',
    description: "Its name has 1 to 100 ASCII letters, digits, or any of _ ~ . - ! * ' ( )",
    permission: 'CREATE_STRATEGY',
    body: newStrategySchema,
    responses: {
      201: { description: 'It was created.', schema: definitionSchema, headers: ['Location'] },
    },
    errors: ['StrategyExists'],
    handle: ({ caller, readBody, path }, register) =>
      readBody(newStrategySchema).andThen((definition) =>
        register({ ...caller, definition }).andThen(() => {
          const Location = `${path}/${encodeURIComponent(definition.name)}`;
          return respondWith({ status: 201, body: definition, headers: { Location } });
        }),
      ),
  }),
  route('changeStrategy', 'PUT', ONE, {
    id: 'updateStrategy',
    tag,
    summary: 'Change a strategy definition',
    description:
      'An omitted text is kept; null or an empty text clears it. A definition keeps its name.',
    permission: 'UPDATE_STRATEGY',
    body: strategyUpdateSchema,
    responses: { 200: { description: 'It was changed, or unchanged.' } },
    errors: CHANGE_ERRORS,
    handle: ({ caller, param, readBody }, change) =>
      readBody(strategyUpdateSchema)
        .andThrough(({ name }) => unlessRenamed(name, param))
        .andThen(({ name: _same, ...update }) =>
          change({ ...caller, name: param('name'), change: { kind: 'update', update } }),
        ),
  }),
  switching('deprecate', 'Deprecate a strategy definition', 'It is deprecated.'),
  switching('reactivate', 'Reactivate a strategy definition', 'It is no longer deprecated.'),
];

/** A definition can't be renamed. */
function unlessRenamed(
  name: string | undefined,
  param: AdminRequest['param'],
): Result<void, BadData> {
  return name === undefined || name === param('name')
    ? ok()
    : err(badData('name', `"${param('name')}", as in the path, or none`));
}
