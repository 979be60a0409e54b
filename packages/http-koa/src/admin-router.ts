import type { BadData } from '@forewarn/core';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { AdminError } from './errors/admin-error.ts';
import { badData } from './errors/bad-data.ts';
import {
  emitBugs,
  isUnanswered,
  type MapError,
  type ReportError,
  respondWithBug,
  respondWithError,
} from './errors/error-responses.ts';
import { apiKeyFromHeader } from './request/api-key-from-header.ts';
import { isBasePath } from './request/base-path.ts';
import { checkPath, decodeQuery } from './request/decode-request.ts';
import { prefersStrict } from './request/prefers-strict.ts';
import { readJson } from './request/read-json.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import type { AdminUseCases } from './routes/admin-use-cases.ts';
import type { AdminAnswer, AdminRequest, Route } from './routes/route.ts';

/** How the router fits into its app. */
export interface AdminRouterOptions<Credentials> {
  /** What stands before `/api/admin`: `/flags`, say. Nothing when absent. */
  readonly basePath?: string;
  /**
   * How a request tells who it is from; the API key in its Authorization header when absent. Whether these credentials
   * are any good is for the authorizer to say: what this throws is a bug.
   */
  readonly credentialsOf?: (ctx: Context) => Credentials;
  /** Is told of each error that was answered; when absent, bugs alone go to the app's `error` event. */
  readonly reportError?: ReportError;
  /** Changes the status, name, message or headers of errors. Forewarn's own are used if absent. */
  readonly mapError?: MapError;
}

/** An API key, or undefined when the request has none. */
export type ApiKeyCredentials = string | undefined;

/**
 * Serves the admin API in somebody's own Koa app: `app.use(createAdminRouter(useCases).routes())`. It answers the paths
 * of the use cases that it is given, with or without a slash at the end and in any case, and leaves all others alone.
 */
export function createAdminRouter(
  useCases: AdminUseCases<ApiKeyCredentials>,
  options?: AdminRouterOptions<ApiKeyCredentials>,
): Router;
export function createAdminRouter<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: AdminRouterOptions<Credentials> &
    Required<Pick<AdminRouterOptions<Credentials>, 'credentialsOf'>>,
): Router;
export function createAdminRouter<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: AdminRouterOptions<Credentials> = {},
): Router {
  const { basePath = '', reportError = emitBugs, mapError } = options;
  if (!isBasePath(basePath)) {
    throw new TypeError(`basePath is "${basePath}": expected "" or a path like "/flags"`);
  }
  // The overloads leave it out for API keys alone.
  const credentialsOf = (options.credentialsOf ?? apiKeyFromHeader) as (
    ctx: Context,
  ) => Credentials;
  const router = new Router({ prefix: `${basePath}/api/admin` });

  const readBody = bodyReader(useCases);
  const serve = async (ctx: RouterContext, { hasQuery, answer }: Route<Credentials>) => {
    const credentials = credentialsOf(ctx);
    const request = adminRequest(ctx, credentials, () => readBody(ctx, credentials));
    const readable = checkPath(ctx.path).andThen(() => (hasQuery ? ok() : unlessQueried(request)));
    const result = readable.isErr() ? readable : await answer(request);
    if (result.isErr()) respondWithError(ctx, result.error, reportError, mapError);
    else respond(ctx, result.value);
  };
  // One layer for a path, not one for each method: the router goes through all of them at each request.
  for (const [path, ofPath] of Map.groupBy(adminRoutes(useCases), (route) => route.path)) {
    const routes = new Map<string, Route<Credentials>>(
      ofPath.map((route) => [route.method, route]),
    );
    const refuse = refuseOtherMethods(allowedMethods(ofPath), reportError, mapError);
    router.all(path, async (ctx, next) => {
      const route = routes.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
      if (route === undefined) return refuse(ctx, next);
      try {
        await serve(ctx, route);
      } catch (cause) {
        respondWithBug(ctx, cause, reportError, mapError);
      }
    });
  }
  return router;
}

function allowedMethods(routes: readonly Pick<Route<unknown>, 'method'>[]): readonly string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'];
}

/** A mistyped path or parameter must not look as if it had been heeded. */
function unlessQueried({ isStrict, query }: AdminRequest<unknown>): Result<void, BadData> {
  if (!isStrict) return ok();
  return query().andThen(([first]) =>
    first === undefined ? ok() : err(badData(`the query parameter "${first[0]}"`, 'none here')),
  );
}

/** Does not read the body of an unauthenticated request. */
function bodyReader<Credentials>({ admit }: AdminUseCases<Credentials>) {
  return (ctx: Context, credentials: Credentials): ResultAsync<unknown, AdminError> =>
    admit({ credentials, permission: undefined }).andThen(() => readJson(ctx));
}

function adminRequest<Credentials>(
  ctx: RouterContext,
  credentials: Credentials,
  read: () => ResultAsync<unknown, AdminError>,
): AdminRequest<Credentials> {
  const isStrict = prefersStrict(ctx.get('Prefer'));
  if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
  return {
    credentials,
    isStrict,
    param: (name) => ctx.params[name] ?? '',
    query: () => decodeQuery(ctx.querystring),
    header: (name) => (ctx.headers[name.toLowerCase()] === undefined ? undefined : ctx.get(name)),
    readJson: read,
    path: (ctx.originalUrl.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, ''),
  };
}

function respond(ctx: Context, { status, body, headers = {} }: AdminAnswer): void {
  // Before the body, which Koa would otherwise look into for HTML.
  if (body !== undefined) ctx.type = 'json';
  // Not left to Koa: what can't be written as JSON is a bug like any other here, and Koa's error page there.
  ctx.body = body === undefined ? null : JSON.stringify(body);
  // After the body: without one Koa would make it a 204.
  ctx.status = status;
  ctx.set(headers);
  if (ctx.fresh) ctx.status = 304;
}

/**
 * Answers OPTIONS with the methods that a path is served with, and each other one with a 405. What comes after it goes
 * first: a host may serve more methods of the path.
 */
export function refuseOtherMethods(
  allowed: readonly string[],
  report: ReportError,
  mapError?: MapError,
): Middleware {
  return async (ctx, next) => {
    await next();
    if (!isUnanswered(ctx)) return;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowed.join(', '));
      return;
    }
    const error = { type: 'MethodNotAllowed', method: ctx.method, allowed } as const;
    respondWithError(ctx, error, report, mapError);
  };
}
