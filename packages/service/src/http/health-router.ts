import type { Store } from '@forewarn/core';
import { refuseOtherMethods, type ReportError, respondWithError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Lifecycle } from './lifecycle.ts';
import { sharedRun } from './shared-run.ts';

/**
 * `GET /health`: the process responds. `GET /ready`: the store works, and the service is not being stopped. Neither needs a
 * key. All clients share one check of the store a second.
 */
export function createHealthRouter(
  store: Pick<Store, 'check'>,
  lifecycle: Lifecycle,
  reportError: ReportError,
): Router {
  const check = sharedRun(async () => store.check());
  const router = new Router();
  router.get('/health', (ctx) => {
    ctx.body = { health: 'GOOD' };
  });
  router.get('/ready', async (ctx) => {
    if (lifecycle.isStopping) {
      respondWithError(ctx, { type: 'ServiceStopping' }, reportError);
      return;
    }
    const checked = await check();
    if (checked.isErr()) respondWithError(ctx, checked.error, reportError);
    else ctx.body = { health: 'GOOD' };
  });
  router.all(['/health', '/ready'], refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}
