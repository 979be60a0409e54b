import type { BadData } from '@forewarn/core';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { AdminError } from './errors/admin-error.ts';
import { badData } from '@forewarn/wire';
import {
  emitBugs,
  hasNoResponse,
  type MapError,
  type ReportError,
  respondWithBug,
  respondWithError,
} from './errors/error-responses.ts';
import { apiKeyFromHeader } from './request/api-key-from-header.ts';
import { weakTagOf } from './response/etag.ts';
import { sendJson } from './response/send-json.ts';
import { type HeavyWork, heavyWork } from './request/heavy-work.ts';
import { isBasePath } from './request/base-path.ts';
import { checkPath, decodeLeniently, decodeQuery } from './request/decode-request.ts';
import { prefersStrict } from './request/prefers-strict.ts';
import { readJson } from './request/read-json.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import type { AdminUseCases } from './routes/admin-use-cases.ts';
import type { AdminResponse, AdminRequest, Route } from './routes/route.ts';
import type { DeletionOptions } from './routes/strategy-deletion-routes.ts';

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
  if (!isBasePath(basePath)) {
    throw new TypeError(`basePath is "${basePath}": expected "" or a path like "/flags"`);
  }
  // The overloads make it optional only for API keys.
  const credentialsOf = (options.credentialsOf ?? apiKeyFromHeader) as (
    ctx: Context,
  ) => Credentials;
  const router = new Router({ prefix: `${basePath}/api/admin` });

  const heavily = heavyWork();
  const serve = async (ctx: RouterContext, route: Route<Credentials>) => {
    const request = adminRequest(ctx, credentialsOf(ctx), route, useCases, heavily);
    const readable = checkPath(ctx.path).andThen(() =>
      route.hasQuery ? ok() : unlessQueried(request),
    );
    const result = readable.isErr() ? readable : await handle(ctx, route, request, useCases);
    if (result.isOk()) return respond(ctx, result.value);
    const error = await unlessStranger(result.error, request.caller, useCases);
    respondWithError(ctx, error, reportError, mapError);
  };
  // One layer for each path, not for each method: the router goes through all layers at each request.
  for (const [path, ofPath] of Map.groupBy(adminRoutes(useCases, options), (route) => route.path)) {
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

/** Handles a request. The caller of a long operation gets more time, unless it is a stranger. */
function handle<Credentials>(
  ctx: RouterContext,
  route: Route<Credentials>,
  request: AdminRequest<Credentials>,
  { admit }: AdminUseCases<Credentials>,
): ReturnType<Route<Credentials>['handle']> {
  if (route.isLong !== true) return route.handle(request);
  const { permission } = route.operation;
  const projectId = request.param('projectId');
  return admit({ ...request.caller, permission, projectId }).andThen(() => {
    const extend = ctx.state['extendDeadline'] as ((ms: number) => void) | undefined;
    extend?.(LONG_TIMEOUT_MS);
    return route.handle(request);
  });
}

function allowedMethods(routes: readonly Pick<Route<unknown>, 'method'>[]): readonly string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'];
}

/** A strict client must not believe that a parameter was heeded which no route reads. */
function unlessQueried({ isStrict, query }: AdminRequest<unknown>): Result<void, BadData> {
  if (!isStrict) return ok();
  return query().andThen(([first]) =>
    first === undefined ? ok() : err(badData(`the query parameter "${first[0]}"`, 'none here')),
  );
}

/** Hides what is wrong with a path or query from unauthenticated callers: no use case has checked the caller yet. */
async function unlessStranger<Credentials>(
  error: AdminError,
  caller: AdminRequest<Credentials>['caller'],
  { admit }: AdminUseCases<Credentials>,
): Promise<AdminError> {
  if (error.type !== 'BadData') return error;
  const admitted = await admit({ ...caller, permission: undefined });
  return admitted.isErr() ? admitted.error : error;
}

function adminRequest<Credentials>(
  ctx: RouterContext,
  credentials: Credentials,
  { method, operation: { permission } }: Route<Credentials>,
  { admit }: AdminUseCases<Credentials>,
  runHeavily: HeavyWork,
): AdminRequest<Credentials> {
  const isStrict = prefersStrict(ctx.get('Prefer'));
  if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
  const signal = ctx.state['signal'] as AbortSignal | undefined;
  const caller = { credentials, signal, admissions: new Map() };
  const admitted = () => admit({ ...caller, permission, projectId: ctx.params['projectId'] });
  return {
    caller,
    isStrict,
    param: (name) => ctx.params[name] ?? '',
    query: () => decodeQuery(ctx.querystring),
    lenientQuery: () => decodeLeniently(ctx.querystring),
    header: (name) => (ctx.headers[name.toLowerCase()] === undefined ? undefined : ctx.get(name)),
    readJson: (): ResultAsync<unknown, AdminError> => admitted().andThen(() => readJson(ctx)),
    heavily: (work, { isLarge, shared } = {}) =>
      admitted().andThen(({ name }) => {
        if (method !== 'DELETE') (ctx.state['endWithClient'] as (() => void) | undefined)?.();
        if (shared === undefined) return runHeavily(name, signal, () => work(signal), isLarge);
        return shared.by.join(JSON.stringify([name, shared.key]), signal, (ending, begin) => {
          const begun = () => {
            begin();
            return work(ending);
          };
          return runHeavily(name, ending, begun, isLarge);
        });
      }),
    path: (ctx.originalUrl.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, ''),
  };
}

function respond(
  ctx: Context,
  { status, body, type, headers = {}, isTagged }: AdminResponse,
): void {
  const sent = type === undefined ? sendJson(ctx, body) : (body as Buffer);
  if (type !== undefined) {
    ctx.type = type;
    ctx.body = sent;
  }
  // Koa sets 204 along with an empty body.
  ctx.status = status;
  ctx.set(headers);
  if (isTagged && sent !== null) ctx.set('ETag', weakTagOf(sent));
  if (ctx.fresh) ctx.status = 304;
}

/**
 * Responds to OPTIONS with the methods of a path, and to other methods with 405. Later middleware goes first, since the app
 * may serve more methods of the path.
 */
export function refuseOtherMethods(
  allowed: readonly string[],
  report: ReportError,
  mapError?: MapError,
): Middleware {
  return async (ctx, next) => {
    await next();
    if (!hasNoResponse(ctx)) return;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowed.join(', '));
      return;
    }
    const error = { type: 'MethodNotAllowed', method: ctx.method, allowed } as const;
    respondWithError(ctx, error, report, mapError);
  };
}
