import type { BadData } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { AdminUseCases } from '../admin-use-cases.ts';
import { badData } from '../bad-data.ts';
import { strategyOperations as operations } from '../operations/strategy-operations.ts';
import { parseWith } from '../parse-with.ts';
import { type AdminRequest, answered, DONE, type Route } from '../route.ts';

const ALL = '/strategies';
const ONE = `${ALL}/:name`;

/** The strategy definitions: listed, added, changed, deleted. */
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
      answer: ({ credentials }) =>
        list({ credentials }).andThen((strategies) =>
          answered({ status: 200, body: { version: 1, strategies } }),
        ),
    });
  }
  if (find !== undefined) {
    routes.push({
      method: 'GET',
      path: ONE,
      operation: operations.find,
      answer: ({ credentials, param }) =>
        find({ credentials, name: param('name') }).andThen((body) =>
          answered({ status: 200, body }),
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
      answer: ({ credentials, readJson, isStrict, path }) =>
        readJson()
          .andThen((body) => parseWith(operations.register.body, body, isStrict))
          .andThen((definition) =>
            register({ credentials, definition }).andThen(() => {
              const Location = `${path}/${encodeURIComponent(definition.name)}`;
              return answered({ status: 201, body: definition, headers: { Location } });
            }),
          ),
    },
  ];
}

function changeRoutes<Credentials>({
  changeStrategy: change,
  deleteStrategy,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  const deletion: Route<Credentials> = {
    method: 'DELETE',
    path: ONE,
    operation: operations.remove,
    answer: ({ credentials, param }) =>
      deleteStrategy({ credentials, name: param('name') }).andThen(() => DONE),
  };
  if (change === undefined) return [deletion];
  const switching = (kind: 'deprecate' | 'reactivate'): Route<Credentials> => ({
    method: 'POST',
    path: `${ONE}/${kind}`,
    operation: operations[kind],
    answer: ({ credentials, param }) =>
      change({ credentials, name: param('name'), change: { kind } }).andThen(() => DONE),
  });
  return [
    deletion,
    {
      method: 'PUT',
      path: ONE,
      operation: operations.update,
      answer: (request) =>
        request
          .readJson()
          .andThen((body) => parseWith(operations.update.body, body, request.isStrict))
          .andThrough(({ name }) => unlessRenamed(name, request))
          .andThen(({ name: _same, ...update }) =>
            change({
              credentials: request.credentials,
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

/** A definition's name is its identity. */
function unlessRenamed(
  name: string | undefined,
  { param }: AdminRequest<unknown>,
): Result<void, BadData> {
  return name === undefined || name === param('name')
    ? ok()
    : err(badData('name', `"${param('name')}", as in the path, or none`));
}
