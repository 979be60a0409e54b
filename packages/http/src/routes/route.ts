import type { Failure, Permission } from '@forewarn/core';
import type { EventType } from '@forewarn/record';
import type { UseCases } from '@forewarn/use-cases';
import type { ResultAsync } from 'neverthrow';
import type { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import type { ErrorRows } from '../errors/error-table.ts';
import type { AdminRequest } from '../request/admin-request.ts';
import type { AdminResponse } from '../response/admin-response.ts';
import type { Tag } from './tag.ts';

type Required = 'admit' | 'searchScheduledChangeRequests' | 'deleteStrategy';

/**
 * The use cases that the router serves. It doesn't serve the routes of those that are absent.
 *
 * @typeParam E the errors that capabilities add to them. Their rows are in `HttpCapability`, of `@forewarn/http/capability`.
 */
export type AdminUseCases<Credentials, E = Failure<string>> = Pick<
  UseCases<Credentials, E>,
  Required
> &
  Partial<UseCases<Credentials, E>>;

/** To a route, credentials are opaque. */
type RoutedUseCases = AdminUseCases<unknown, never>;

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
  readonly tag: Tag;
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
  /** What a parameter of the path is, if it is none of those that many paths have. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Errors beyond those that all operations have. */
  readonly errors?: readonly string[];
  /** How errors appear over HTTP that only its capability has, by type. */
  readonly ownErrors?: ErrorRows;
  /** Whether it can take minutes: once its caller has the permission, the deadline is extended. */
  readonly isLong?: true;
}

/** One operation of the admin API. */
export interface Route extends Operation {
  /** Handles a request. An undefined response is a 200 without a body. */
  readonly handle: (request: AdminRequest) => ResultAsync<AdminResponse | void, AdminError>;
}

/** The events that a capability records, for the list of events. */
export interface EventBodies {
  readonly types: readonly EventType[];
  /** The event of each type, as `eventBody` of `@forewarn/wire` makes it. */
  readonly schemas: readonly z.ZodObject[];
}

/** What a capability adds to the admin API. */
export interface HttpCapability {
  /** Such as what {@link routesOf} returns. */
  readonly routes: readonly Route[];
  /** Changes the route of another, such as by errors that it adds to its use case. */
  readonly around?: (route: Route) => Route;
  readonly events?: EventBodies;
}

/** What the admin API serves besides its use cases. */
export interface ServedOptions {
  /** Guards each delete of a strategy definition, whether or not its client asks for it. */
  readonly guardDeletes?: boolean | undefined;
  /** Default: none. */
  readonly capabilities?: readonly HttpCapability[] | undefined;
}

export type MakeRoutes<Cases = RoutedUseCases> = (
  useCases: Cases,
  options: ServedOptions,
) => readonly Route[];

/** Returns the routes of a capability that its use cases serve. */
export const routesOf = <Cases>(
  makers: readonly MakeRoutes<Cases>[],
  useCases: Cases,
): readonly Route[] => makers.flatMap((make) => make(useCases, {}));

/** Describes a route whose use case has these errors, besides those of the whole API. */
type RouteOf<Case, Own extends Failure<string>> = Omit<
  Operation,
  'method' | 'path' | 'errors' | 'ownErrors'
> & {
  readonly errors?: readonly (AdminError | Own)['type'][];
  readonly handle: (
    request: AdminRequest,
    useCase: NonNullable<Case>,
  ) => ResultAsync<AdminResponse | void, AdminError | Own>;
};

/**
 * Returns a function that makes the route of one of some use cases: none if it is absent.
 *
 * @param ownErrors how those errors appear over HTTP that only these use cases have
 */
export const routeOver =
  <Cases extends object, Own extends Failure<string> = never>(ownErrors: ErrorRows<Own>) =>
  <Name extends keyof Cases>(
    name: Name,
    method: Route['method'],
    path: string,
    { handle, ...about }: RouteOf<Cases[Name], Own>,
  ): MakeRoutes<Cases> =>
  (useCases) => {
    const useCase = useCases[name] ?? undefined;
    if (useCase === undefined) return [];
    const responses = method === 'GET' ? tagged(about.responses) : about.responses;
    return [
      {
        method,
        path,
        ...about,
        responses,
        ownErrors,
        // Its rows are with it, so that it can be returned like any other.
        handle: (request) => handle(request, useCase) as ReturnType<Route['handle']>,
      },
    ];
  };

/** The route of one use case: none if it is absent. */
export const route = routeOver<RoutedUseCases>({});

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
