import type { DeleteStrategy, SearchScheduledChangeRequests } from '@forewarn/core';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { ResultAsync } from 'neverthrow';
import type { AdminError } from './admin-error.ts';
import { apiKeyFromHeader } from './api-key-from-header.ts';
import { isBasePath } from './base-path.ts';
import { checkPath, decodeQuery } from './decode-request.ts';
import { emitBugs } from './emit-bugs.ts';
import { answerBugs, isUnanswered, type ReportError, respondWithError } from './error-responses.ts';
import { prefersStrict } from './prefers-strict.ts';
import { searchTargets } from './search-targets.ts';

/** The use cases that the router serves. */
export interface AdminUseCases<Credentials> {
  readonly searchScheduledChangeRequests: SearchScheduledChangeRequests<Credentials>;
  readonly deleteStrategy: DeleteStrategy<Credentials>;
}

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
}

/** An API key, or undefined when the request has none. */
export type ApiKeyCredentials = string | undefined;

/**
 * Serves the admin API in somebody's own Koa app: `app.use(createAdminRouter(useCases).routes())`. It answers its two
 * paths, with or without a slash at the end and in any case, and leaves all others alone.
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
  const { basePath = '', reportError = emitBugs } = options;
  if (!isBasePath(basePath)) {
    throw new TypeError(`basePath is "${basePath}": expected "" or a path like "/flags"`);
  }
  // The overloads leave it out for API keys alone.
  const credentialsOf = (options.credentialsOf ?? apiKeyFromHeader) as (
    ctx: Context,
  ) => Credentials;
  const router = new Router({ prefix: `${basePath}/api/admin` });

  const serve = (
    method: 'get' | 'delete',
    path: string,
    answer: (ctx: RouterContext) => ResultAsync<void, AdminError>,
  ): void => {
    router[method](path, answerBugs(reportError), async (ctx) => {
      const result = await checkPath(ctx.path).asyncAndThen(() => answer(ctx));
      if (result.isErr()) respondWithError(ctx, result.error, reportError);
    });
    const allowed = method === 'get' ? ['GET', 'HEAD', 'OPTIONS'] : ['DELETE', 'OPTIONS'];
    router.all(path, refuseOtherMethods(allowed, reportError));
  };

  serve('get', '/projects/:projectId/change-requests/scheduled', (ctx) => {
    const { projectId = '' } = ctx.params;
    const isStrict = prefersStrict(ctx.get('Prefer'));
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    return decodeQuery(ctx.querystring)
      .andThen((parameters) => searchTargets(parameters, isStrict))
      .asyncAndThen((anyOf) =>
        useCases.searchScheduledChangeRequests({
          credentials: credentialsOf(ctx),
          projectId,
          anyOf,
        }),
      )
      .map((summaries) => {
        // Not left to Koa: what can't be written as JSON is a bug like any other here, and Koa's error page there.
        ctx.body = JSON.stringify(summaries);
        ctx.type = 'json';
      });
  });

  serve('delete', '/strategies/:name', (ctx) => {
    const { name = '' } = ctx.params;
    return useCases.deleteStrategy({ credentials: credentialsOf(ctx), name }).map(() => {
      // In this order: without a body Koa would make it a 204.
      ctx.body = null;
      ctx.status = 200;
    });
  });

  return router;
}

/**
 * Answers OPTIONS with the methods that a path is served with, and each other one with a 405. What comes after it goes
 * first: a host may serve more methods of the path.
 */
export function refuseOtherMethods(allowed: readonly string[], report: ReportError): Middleware {
  return async (ctx, next) => {
    await next();
    if (!isUnanswered(ctx)) return;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', allowed.join(', '));
      return;
    }
    respondWithError(ctx, { type: 'MethodNotAllowed', method: ctx.method, allowed }, report);
  };
}
