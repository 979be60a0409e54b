import type { BadData } from '@forewarn/core';
import { badData } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import type { AdminError } from './errors/admin-error.ts';
import { type ErrorHandling, errorReply } from './errors/error-responses.ts';
import type { Exchange, Reply } from './exchange.ts';
import {
  adminRequest,
  type AdminRequest,
  apiKeyIn,
  checkPath,
  keyInQuery,
} from './request/admin-request.ts';
import { heavyWork } from './request/heavy-work.ts';
import { replyTo } from './response/admin-response.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import type { AdminUseCases, ServedOptions, Route } from './routes/route.ts';

/** Timeout of a long operation, in milliseconds. */
const LONG_TIMEOUT_MS = 600_000;

/** One path of the admin API, for any framework. */
export interface Endpoint<Native> {
  /** Below `/api/admin`, with parameters such as `:projectId`. */
  readonly path: string;
  /** Whether the path has the method. */
  readonly has: (method: string) => boolean;
  /** Serves a request with a method that the path has. It never fails: a bug is a reply, too. */
  readonly serve: (exchange: Exchange<Native>) => Promise<Reply>;
  /** Replies to OPTIONS with the methods of the path, and to other methods with 405. */
  readonly refuse: (exchange: Exchange<Native>) => Reply;
}

/** What the endpoints need besides use cases. */
export interface EndpointOptions<Credentials, Native> extends ServedOptions, ErrorHandling<Native> {
  /** Returns the credentials of a request: by default, the API key in its Authorization header or, of a calendar, in its query. */
  readonly credentialsOf?: ((native: Native) => Credentials) | undefined;
}

/** Returns the endpoints that the use cases serve: the search, which most requests are for, and then the others. */
export function adminEndpoints<Credentials, Native>(
  useCases: AdminUseCases<Credentials>,
  options: EndpointOptions<Credentials, Native>,
): readonly Endpoint<Native>[] {
  // To all that follows, credentials are opaque.
  const { admit } = useCases as AdminUseCases<unknown>;
  const heavily = heavyWork();
  const credentialsOf = (
    { native, header, querystring }: Exchange<Native>,
    { hasKeyInQuery }: Route,
  ): unknown => {
    if (options.credentialsOf !== undefined) return options.credentialsOf(native);
    const key = apiKeyIn(header('authorization'));
    return key === undefined && hasKeyInQuery === true ? keyInQuery(querystring) : key;
  };
  const serve = async (exchange: Exchange<Native>, route: Route): Promise<Reply> => {
    const request = adminRequest(exchange, credentialsOf(exchange, route), route, admit, heavily);
    const readable = checkPath(exchange.path).andThen(() => unlessQueried(route, request));
    const result = readable.isErr()
      ? readable
      : await handle(exchange.extendDeadline, route, request, admit);
    const reply = result.isOk()
      ? replyTo(exchange, result.value ?? {})
      : errorReply(
          await unlessStranger(result.error, request.caller, admit),
          exchange.native,
          options,
          route.ownErrors,
        );
    return request.isStrict ? withHeader(reply, 'Preference-Applied', 'handling=strict') : reply;
  };
  const byPath = Map.groupBy(adminRoutes(useCases, options), ({ path }) => path);
  const paths = [...byPath];
  return [...paths.slice(0, 1), ...paths.slice(1).toSorted(byGenerality)].map(([path, ofPath]) => {
    const routes = new Map(ofPath.map((route) => [route.method as string, route]));
    const routeOf = (method: string) => routes.get(method === 'HEAD' ? 'GET' : method);
    const refuse = ({ method, native }: Exchange<Native>): Reply =>
      refusal(method, native, allowed(ofPath), options);
    return {
      path,
      has: (method) => routeOf(method) !== undefined,
      refuse,
      serve: async (exchange) => {
        const route = routeOf(exchange.method);
        if (route === undefined) return refuse(exchange);
        try {
          return await serve(exchange, route);
        } catch (cause) {
          return errorReply({ type: 'InternalError', cause }, exchange.native, options);
        }
      },
    };
  });
}

/** A path with a name comes before one that has a parameter there. */
const byGenerality = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Number(kindsIn(a) > kindsIn(b)) - Number(kindsIn(a) < kindsIn(b));

const kindsIn = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
});

type Admit = AdminUseCases<unknown>['admit'];

/** Handles a request. The caller of a long operation gets more time, unless it is a stranger. */
function handle(
  extendDeadline: Exchange['extendDeadline'],
  route: Route,
  request: AdminRequest,
  admit: Admit,
): ReturnType<Route['handle']> {
  if (route.isLong !== true) return route.handle(request);
  const { permission } = route;
  const projectId = request.param('projectId');
  return admit({ ...request.caller, permission, projectId }).andThen(() => {
    extendDeadline?.(LONG_TIMEOUT_MS);
    return route.handle(request);
  });
}

function allowed(routes: readonly Pick<Route, 'method'>[]): readonly string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'];
}

/** Replies to OPTIONS with the methods of a path, and to other methods with 405. */
export function refusal<Native>(
  method: string,
  native: Native,
  methods: readonly string[],
  handling: ErrorHandling<Native>,
): Reply {
  return method === 'OPTIONS'
    ? { status: 204, headers: { Allow: methods.join(', ') }, body: null }
    : errorReply({ type: 'MethodNotAllowed', method, allowed: methods }, native, handling);
}

/** A strict client must not believe that a parameter was heeded which no route reads. */
function unlessQueried(
  { query, hasKeyInQuery }: Route,
  request: AdminRequest,
): Result<void, BadData> {
  if (!request.isStrict || query !== undefined || hasKeyInQuery === true) return ok();
  return request
    .query()
    .andThen(([first]) =>
      first === undefined ? ok() : err(badData(`the query parameter "${first[0]}"`, 'none here')),
    );
}

/** Hides what is wrong with a path or query from unauthenticated callers: no use case has checked the caller yet. */
async function unlessStranger(
  error: AdminError,
  caller: AdminRequest['caller'],
  admit: Admit,
): Promise<AdminError> {
  if (error.type !== 'BadData') return error;
  const admitted = await admit({ ...caller, permission: undefined });
  return admitted.isErr() ? admitted.error : error;
}
