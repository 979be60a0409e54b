import { refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Registry } from 'prom-client';
import { sharedRun } from './shared-run.ts';

/** `GET /metrics`, for Prometheus. It needs no key. The text is made at most once a second. */
export function createMetricsRouter(registry: Registry, reportError: ReportError): Router {
  const read = sharedRun(() => registry.metrics());
  const router = new Router();
  router.get('/metrics', async (ctx) => {
    ctx.set('Content-Type', registry.contentType);
    ctx.body = await read();
  });
  router.all('/metrics', refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}
