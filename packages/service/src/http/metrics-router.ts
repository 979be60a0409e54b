import { refuseOtherMethods, type ReportError } from '@forewarn/http-koa';
import Router from '@koa/router';
import type { Registry } from 'prom-client';

/** `GET /metrics`: what Prometheus reads. It needs no key. */
export function createMetricsRouter(registry: Registry, reportError: ReportError): Router {
  const router = new Router();
  router.get('/metrics', async (ctx) => {
    ctx.set('Content-Type', registry.contentType);
    ctx.body = await registry.metrics();
  });
  router.all('/metrics', refuseOtherMethods(['GET', 'HEAD', 'OPTIONS'], reportError));
  return router;
}
