import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import { ERROR_TABLE } from '../errors/error-table.ts';
import type { Operation, OperationAnswer } from '../routes/operation.ts';
import { errorSchema } from '../schemas/error-schema.ts';
import type { ComponentSchemas, JsonSchema } from './component-schemas.ts';

/** The parameters that many operations have. */
export const COMMON_PARAMETERS = {
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: 'handling=strict has what is unknown refused: a parameter, a field. RFC 7240.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Only if one of these versions is there; any, with *. RFC 9110.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Only if none of these versions is there; nothing at all, with *. RFC 9110.',
    schema: { type: 'string' },
  },
} as const;

/** The headers of answers. */
export const COMMON_HEADERS = {
  ETag: { description: 'Names this version.', schema: { type: 'string' } },
  Location: { description: 'The path of what was added.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'The scheme of keys.', schema: { type: 'string' } },
  'Retry-After': { description: 'Try again after so many seconds.', schema: { type: 'string' } },
} as const;

const HEADERS_OF_STATUS: Readonly<Record<number, keyof typeof COMMON_HEADERS>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

const ERRORS_OF_ALL: readonly AdminError['type'][] = [
  'BadData',
  'AuthenticationRequired',
  'NoAccess',
  'RequestTooSlow',
  'TargetTooLong',
  'TooManyAttempts',
  'HeaderTooLarge',
  'InternalError',
  'StoreUnavailable',
  'AuthorizerUnavailable',
  'DeadlinePassed',
];

const ERRORS_OF_BODIES: readonly AdminError['type'][] = ['BodyTooLarge', 'UnsupportedMediaType'];

const JSON_TYPE = 'application/json';

/** What the schemas of an operation are in the document. */
export interface OperationSchemas {
  readonly bodies: ComponentSchemas;
  readonly answers: ComponentSchemas;
}

/** An operation, as OpenAPI tells it. */
export function operationObject(
  operation: Operation,
  { bodies, answers }: OperationSchemas,
): object {
  const { id, tag, summary, description, permission, body } = operation;
  const needs = permission === 'NONE' ? 'any valid key' : `the permission ${permission}`;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}\n\nNeeds ${needs}.`,
    parameters: parametersOf(operation, answers),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [JSON_TYPE]: { schema: bodies.of(body) } } } }),
    responses: { ...answersOf(operation, answers), ...errorsOf(operation, answers) },
  };
}

function parametersOf(
  { path, query, isConditional }: Operation,
  schemas: ComponentSchemas,
): readonly object[] {
  const reference = (name: keyof typeof COMMON_PARAMETERS): object => ({
    $ref: `#/components/parameters/${name}`,
  });
  const parameter = (place: 'path' | 'query', name: string, of: z.ZodType): object => {
    const { description, ...schema } = schemas.of(of) as JsonSchema & { description?: string };
    return {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(place === 'path' ? { required: true } : {}),
      schema,
    };
  };
  return [
    ...Object.entries(path).map(([name, of]) => parameter('path', name, of)),
    ...Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, of]) =>
      parameter('query', name, of),
    ),
    ...(isConditional === true ? [reference('ifMatch'), reference('ifNoneMatch')] : []),
    reference('prefer'),
  ];
}

function answersOf({ answers }: Operation, schemas: ComponentSchemas): object {
  const object = ({ description, schema, headers = [] }: OperationAnswer): object => ({
    description,
    ...headersOf(headers),
    ...(schema === undefined ? {} : { content: { [JSON_TYPE]: { schema: schemas.of(schema) } } }),
  });
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, object(answer)]),
  );
}

function errorsOf({ errors, body }: Operation, schemas: ComponentSchemas): object {
  const types = [...ERRORS_OF_ALL, ...(body === undefined ? [] : ERRORS_OF_BODIES), ...errors];
  const byStatus = Map.groupBy(types, (type) => ERROR_TABLE[type].status);
  const content = { [JSON_TYPE]: { schema: schemas.of(errorSchema) } };
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const names = new Set(ofStatus.map((type) => ERROR_TABLE[type].name));
      const header = HEADERS_OF_STATUS[status];
      const headers = header === undefined ? {} : headersOf([header]);
      return [status, { description: `${[...names].join(', ')}.`, ...headers, content }];
    }),
  );
}

function headersOf(names: readonly (keyof typeof COMMON_HEADERS)[]): { readonly headers?: object } {
  if (names.length === 0) return {};
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(references) };
}
