import type { DeleteStrategy, SearchScheduledChangeRequests } from '@forewarn/core';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { errAsync, type ResultAsync } from 'neverthrow';
import type { AdminError } from './admin-error.ts';
import { apiKeyFromHeader } from './api-key-from-header.ts';
import { isBasePath } from './base-path.ts';
import { checkPath, decodeQuery } from './decode-request.ts';
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
  /** How a request tells who it is from; the API key in its Authorization header when absent. */
  readonly credentialsOf?: (ctx: Context) => Credentials;
  /** Is told of each error that was answered; when absent, bugs alone go to the app's `error` event. */
  readonly reportError?: ReportError;
}

/** An API key, or undefined when the request has none. */
export type ApiKeyCredentials = string | undefined;

/** Serves the admin API in somebody's own Koa app: `app.use(createAdminRouter(useCases).routes())`. */
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
    answer: (ctx: Context, params: Params) => ResultAsync<void, AdminError>,
  ): void => {
    const handle: Middleware = async (ctx) => {
      const params = (ctx as Context & { readonly params: Params }).params;
      const result = await checkPath(ctx.path).asyncAndThen(() => answer(ctx, params));
      if (result.isErr()) respondWithError(ctx, result.error, reportError);
    };
    const allowed = method === 'get' ? ['GET', 'HEAD', 'OPTIONS'] : ['DELETE', 'OPTIONS'];
    router[method](path, answerBugs(reportError), handle);
    router.all(path, refuseOtherMethods(allowed, reportError));
  };

  serve('get', '/projects/:projectId/change-requests/scheduled', (ctx, { projectId = '' }) => {
    const isStrict = prefersStrict(ctx);
    if (isStrict) ctx.set('Preference-Applied', 'handling=strict');
    const targets = decodeQuery(ctx.querystring).andThen((all) => searchTargets(all, isStrict));
    if (targets.isErr()) return errAsync(targets.error);
    return useCases
      .searchScheduledChangeRequests({
        credentials: credentialsOf(ctx),
        projectId,
        anyOf: targets.value,
      })
      .map((summaries) => {
        ctx.body = summaries;
      });
  });

  serve('delete', '/strategies/:name', (ctx, { name = '' }) =>
    useCases.deleteStrategy({ credentials: credentialsOf(ctx), name }).map(() => {
      ctx.body = null;
      ctx.status = 200;
    }),
  );

  return router;
}

type Params = Readonly<Record<string, string>>;

/** Lets the host's own routes of the path go first. */
function refuseOtherMethods(allowed: readonly string[], report: ReportError): Middleware {
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

const emitBugs: ReportError = ({ error }, ctx) => {
  if (error.type === 'InternalError') ctx.app.emit('error', error.cause, ctx);
};
