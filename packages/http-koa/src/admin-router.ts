import type { AdminApiOptions, AdminUseCases, ApiKeyCredentials } from '@forewarn/http';
import { adminEndpoints, checkBasePath } from '@forewarn/http/adapter';
import Router from '@koa/router';
import type { Context } from 'koa';
import { hasNoResponse } from './koa-middleware.ts';
import { exchangeOf, handlingOf, send } from './koa-exchange.ts';

/** How the router fits into its app. By default, only bugs are reported, as the app's `error` event. */
export type AdminRouterOptions<Credentials> = Omit<
  AdminApiOptions<Credentials, Context>,
  'timeoutMs' | 'passOtherMethods'
>;

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
  const { basePath = '', reportError, mapError } = options;
  checkBasePath(basePath);
  const router = new SearchFirstRouter({ prefix: `${basePath}/api/admin` });
  const handling = handlingOf(reportError, mapError);
  // One layer for each path, not for each method: the router goes through all layers at each request.
  for (const endpoint of adminEndpoints(useCases, { ...options, ...handling })) {
    router.all(endpoint.path, async (ctx, next) => {
      const isOurs = endpoint.has(ctx.method);
      // The app may serve more methods of the path.
      if (!isOurs) await next();
      if (isOurs || hasNoResponse(ctx)) send(ctx, await endpoint.serve(exchangeOf(ctx)));
    });
  }
  return router;
}

/**
 * A router whose first path is the search. Koa's router tries all of its paths at each request, even after one that matches:
 * that took a tenth of the processor time of a search.
 */
class SearchFirstRouter extends Router {
  override match(path: string, method: string): ReturnType<Router['match']> {
    const [search] = this.stack;
    return method === 'GET' && search?.match(path) === true
      ? { path: [search], pathAndMethod: [search], route: true }
      : super.match(path, method);
  }
}
