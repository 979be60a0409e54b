import {
  changeRequestIdSchema,
  errorSchema,
  projectIdSchema,
  strategyNameSchema,
} from '@forewarn/wire';
import { z } from 'zod';
import type {
  ZodOpenApiHeadersObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { AdminError } from '../errors/admin-error.ts';
import { ERROR_TABLE, type ErrorRow } from '../errors/error-table.ts';
import type { Operation } from '../routes/route.ts';

/** The parameters that several operations share. */
export const COMMON_PARAMETERS = {
  prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'With handling=strict, unknown parameters and unknown or repeated fields are an error. RFC 7240.',
    schema: { type: 'string' },
    example: 'handling=strict',
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Proceed only if one of these versions is the current one; with *, if there is any. RFC 9110.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'Proceed only if none of these versions is the current one; with *, if there is none. RFC 9110.',
    schema: { type: 'string' },
  },
} as const;

export const COMMON_HEADERS = {
  ETag: { description: 'Identifies this version.', schema: { type: 'string' } },
  'Forewarn-As-Of': {
    description:
      'The time of the data, ISO 8601; none if no import or sync listed all change requests of the project. Of several projects, that of the oldest. live when all data is.',
    required: false,
    schema: { type: 'string' },
  },
  'Forewarn-Reasons': {
    description:
      'Why there may be causes that are missing, such as `no-coverage, too-old`. Absent if none.',
    required: false,
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The next page, as `<PATH>; rel="next"`. On the last page the first one, as `<PATH>; rel="first"`, unless there are `Forewarn-Reasons`.',
    required: false,
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the new resource.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'The authentication scheme.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt, if waiting helps.',
    required: false,
    schema: { type: 'string' },
  },
} as const;

const PATH_PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  projectId: projectIdSchema,
  id: changeRequestIdSchema,
  name: strategyNameSchema,
};

const HEADERS_OF_STATUS: Readonly<Record<number, keyof typeof COMMON_HEADERS>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

const ERRORS_OF_ALL: readonly AdminError['type'][] = [
  'BadData',
  'AuthenticationRequired',
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

/** An operation as zod-openapi takes it. */
export function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, description, permission, query, body } = operation;
  const needs = permission === undefined ? 'any valid key' : `the permission ${permission}`;
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    description: `${description}\n\nNeeds ${needs}.`,
    ...(operation.hasKeyInQuery === true
      ? { security: [{ calendarKey: [] }, { apiKey: [] }] }
      : {}),
    requestParams: { path: parametersIn(operation), ...(query === undefined ? {} : { query }) },
    parameters: [
      ...(operation.isConditional === true ? (['ifMatch'] as const) : []),
      ...(operation.isConditional === true || 304 in operation.responses
        ? (['ifNoneMatch'] as const)
        : []),
      'prefer' as const,
    ].map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(body === undefined ? {} : { requestBody: { required: true, ...contentOf(body) } }),
    responses: { ...responsesOf(operation), ...errorsOf(operation) },
  };
}

function parametersIn({ path, params }: Operation): z.ZodObject {
  const known = { ...PATH_PARAMETERS, ...params };
  const parts = path.split('/');
  return z.object(
    Object.fromEntries(Object.entries(known).filter(([name]) => parts.includes(`:${name}`))),
  );
}

const contentOf = (schema: z.ZodType, type = 'application/json') => ({
  content: { [type]: { schema } },
});

function responsesOf({ responses }: Operation): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, type, headers = [] }]) => [
      status,
      {
        description,
        ...headersOf(headers),
        ...(schema === undefined ? {} : contentOf(schema, type)),
      },
    ]),
  );
}

function errorsOf(operation: Operation): ZodOpenApiResponsesObject {
  const { errors = [], ownErrors = {}, body, permission } = operation;
  const types: readonly string[] = [
    ...ERRORS_OF_ALL,
    ...(permission === undefined ? [] : (['NoAccess'] as const)),
    ...(body === undefined ? [] : ERRORS_OF_BODIES),
    ...errors,
  ];
  const table: Readonly<Record<string, ErrorRow<never>>> = { ...ERROR_TABLE, ...ownErrors };
  const rows = types.flatMap((type) => table[type] ?? []);
  const byStatus = Map.groupBy(rows, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const names = new Set(ofStatus.map(({ name }) => name));
      const header = HEADERS_OF_STATUS[status];
      const headers = headersOf(header === undefined ? [] : [header]);
      return [
        `${status}`,
        { description: `${[...names].join(', ')}.`, ...headers, ...contentOf(errorSchema) },
      ];
    }),
  );
}

function headersOf(names: readonly (keyof typeof COMMON_HEADERS)[]): {
  readonly headers?: ZodOpenApiHeadersObject;
} {
  if (names.length === 0) return {};
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(references) as ZodOpenApiHeadersObject };
}
