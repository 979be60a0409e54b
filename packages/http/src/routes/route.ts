import type { Permission } from '@forewarn/core';
import type { UseCases } from '@forewarn/use-cases';
import type { WebhookUseCases } from '@forewarn/notify';
import type { ResultAsync } from 'neverthrow';
import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import type { AdminRequest } from '../request/admin-request.ts';
import type { AdminResponse } from '../response/admin-response.ts';

type Required = 'admit' | 'searchScheduledChangeRequests' | 'deleteStrategy';

/** The use cases that the router serves. It doesn't serve the routes of those that are absent. */
export type AdminUseCases<Credentials> = Pick<UseCases<Credentials>, Required> &
  Partial<UseCases<Credentials> & WebhookUseCases<Credentials>>;

/** The group of an operation, as in Unleash. */
export type OperationTag =
  | 'Change Requests'
  | 'Events'
  | 'Projects'
  | 'Strategies'
  | 'Users'
  | 'Webhooks';

/** A response that is no error. */
interface OperationResponse {
  readonly description: string;
  /** The body. There is none if absent. */
  readonly schema?: z.ZodType;
  /** The type of the body, if it is not JSON. */
  readonly type?: 'text/calendar';
  readonly headers?: readonly (
    | 'ETag'
    | 'Forewarn-As-Of'
    | 'Forewarn-Reasons'
    | 'Link'
    | 'Location'
  )[];
}

/** Describes an operation. The OpenAPI document is made of these. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/admin`, with parameters such as `:projectId`. */
  readonly path: string;
  /** Unleash's id, where Unleash has the operation. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  /** The permission that the caller needs. If undefined, any valid key will do. */
  readonly permission: Permission | undefined;
  /** The query parameters. An array may be repeated. A query elsewhere is ignored, or an error if the client is strict. */
  readonly query?: z.ZodObject;
  /** Whether the key can be in the query. */
  readonly hasKeyInQuery?: true;
  /** Whether `If-Match` and `If-None-Match` are preconditions. */
  readonly isConditional?: true;
  /** The body. None is read if absent. */
  readonly body?: z.ZodType;
  readonly responses: Readonly<Partial<Record<200 | 201 | 304, OperationResponse>>>;
  /** Errors beyond those that all operations have. */
  readonly errors?: readonly AdminError['type'][];
  /** Whether it can take minutes: once its caller has the permission, the deadline is extended. */
  readonly isLong?: true;
}

/** One operation of the admin API. */
export interface Route extends Operation {
  /** Handles a request. An undefined response is a 200 without a body. */
  readonly handle: (request: AdminRequest) => ResultAsync<AdminResponse | void, AdminError>;
}

/** How strategy definitions are deleted. */
export interface DeletionOptions {
  /** Guards each delete, whether or not its client asks for it. */
  readonly guardDeletes?: boolean | undefined;
}

/** Returns routes that the use cases serve. To a route, credentials are opaque. */
export type MakeRoutes = (
  useCases: AdminUseCases<unknown>,
  options: DeletionOptions,
) => readonly Route[];

/** The route of one use case: none if it is absent. */
export function route<Name extends keyof AdminUseCases<unknown>>(
  name: Name,
  method: Route['method'],
  path: string,
  {
    handle,
    ...about
  }: Omit<Operation, 'method' | 'path'> & {
    readonly handle: (
      request: AdminRequest,
      useCase: NonNullable<AdminUseCases<unknown>[Name]>,
    ) => ReturnType<Route['handle']>;
  },
): MakeRoutes {
  return (useCases) => {
    const useCase = useCases[name];
    if (useCase === undefined) return [];
    const responses = method === 'GET' ? tagged(about.responses) : about.responses;
    return [{ method, path, ...about, responses, handle: (request) => handle(request, useCase) }];
  };
}

/** The responses of a read, which has an entity tag: 304 if the client names the current version in `If-None-Match`. */
function tagged(responses: Operation['responses']): Operation['responses'] {
  const { 200: read } = responses;
  if (read === undefined) return responses;
  const headers = ['ETag', ...(read.headers ?? [])] as const;
  return {
    200: { ...read, headers },
    304: { description: 'The client has the current version.', headers },
  };
}
