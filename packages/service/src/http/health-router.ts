import type { Store } from '@forewarn/core';
import { refuseOtherMethods, type ReportError, respondWithError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Lifecycle } from './lifecycle.ts';

/**
 * `GET /health`: the process answers. `GET /ready`: so does the store, and the service is not about to end. Neither
 * needs a key.
 */
export function createHealthRouter(
  store: Pick<Store, 'check'>,
  lifecycle: Lifecycle,
  reportError: ReportError,
): Router {
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { health: 'GOOD' };
  });
  router.get('/ready', async (ctx) => {
    if (lifecycle.isStopping) {
      respondWithError(ctx, { type: 'ServiceStopping' }, reportError);
      return;
    }
    const checked = await store.check();
    if (checked.isErr()) respondWithError(ctx, checked.error, reportError);
    else ctx.body = { health: 'GOOD' };
  });
  router.all(['/health', '/ready'], refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}
