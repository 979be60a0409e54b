import { type BadData, badData } from '@forewarn/core';
import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { err, ok, type Result } from 'neverthrow';
import type { AdminError } from './errors/admin-error.ts';
import { refuseOtherMethods } from './errors/error-middleware.ts';
import {
  emitBugs,
  type MapError,
  type ReportError,
  respondWithBug,
  respondWithError,
} from './errors/error-responses.ts';
import {
  adminRequest,
  type AdminRequest,
  apiKeyFromHeader,
  checkPath,
} from './request/admin-request.ts';
import { heavyWork } from './request/heavy-work.ts';
import { sendResponse } from './response/admin-response.ts';
import { adminRoutes, checkBasePath } from './routes/admin-routes.ts';
import type { AdminUseCases, DeletionOptions, Route } from './routes/route.ts';

/** Timeout of a long operation, in milliseconds. */
const LONG_TIMEOUT_MS = 600_000;

/** How the router fits into its app. */
export interface AdminRouterOptions<Credentials> extends DeletionOptions {
  /** The path before `/api/admin`, such as `/flags`. Empty by default. */
  readonly basePath?: string;
  /**
   * Returns the credentials of a request: by default, the API key in its Authorization header. The authorizer checks them.
   * If it throws, that is a bug.
   */
  readonly credentialsOf?: (ctx: Context) => Credentials;
  /** Receives each error response. By default, only bugs are reported, as the app's `error` event. */
  readonly reportError?: ReportError;
  /** Changes the status, name, message or headers of errors. Forewarn's own are used by default. */
  readonly mapError?: MapError;
}

/** An API key; undefined if the request has none. */
export type ApiKeyCredentials = string | undefined;

/**
 * Makes a router that serves the admin API in a Koa app: `app.use(createAdminRouter(useCases).routes())`. It serves the
 * paths of the use cases it gets, in any case and with or without a slash at the end, and leaves all others to the app.
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
  checkBasePath(basePath);
  // The overloads make it optional only for API keys.
  const credentialsOf = (options.credentialsOf ?? apiKeyFromHeader) as (
    ctx: Context,
  ) => Credentials;
  const router = new Router({ prefix: `${basePath}/api/admin` });

  const heavily = heavyWork();
  // To all that follows, credentials are opaque.
  const { admit } = useCases as AdminUseCases<unknown>;
  const serve = async (ctx: RouterContext, route: Route) => {
    const { permission } = route;
    const request = adminRequest(ctx, credentialsOf(ctx), permission, admit, heavily);
    const readable = checkPath(ctx.path).andThen(() => unlessQueried(route, request));
    const result = readable.isErr() ? readable : await handle(ctx, route, request, admit);
    if (result.isOk()) return sendResponse(ctx, result.value ?? undefined);
    const error = await unlessStranger(result.error, request.caller, admit);
    respondWithError(ctx, error, reportError, mapError);
  };
  // One layer for each path, not for each method: the router goes through all layers at each request.
  for (const [path, ofPath] of Map.groupBy(adminRoutes(useCases, options), (route) => route.path)) {
    const routes = new Map<string, Route>(ofPath.map((route) => [route.method, route]));
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

type Admit = AdminUseCases<unknown>['admit'];

/** Handles a request. The caller of a long operation gets more time, unless it is a stranger. */
function handle(
  ctx: RouterContext,
  route: Route,
  request: AdminRequest,
  admit: Admit,
): ReturnType<Route['handle']> {
  if (route.isLong !== true) return route.handle(request);
  const { permission } = route;
  const projectId = request.param('projectId');
  return admit({ ...request.caller, permission, projectId }).andThen(() => {
    const extend = ctx.state['extendDeadline'] as ((ms: number) => void) | undefined;
    extend?.(LONG_TIMEOUT_MS);
    return route.handle(request);
  });
}

function allowedMethods(routes: readonly Pick<Route, 'method'>[]): readonly string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'];
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
