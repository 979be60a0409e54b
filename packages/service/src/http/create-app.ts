import type { Store } from '@forewarn/core';
import {
  type AdminUseCases,
  requestTimeout,
  errorHandler,
  notFoundHandler,
  createAdminRouter,
  openApiDocument,
} from '@forewarn/http-koa';
import { createDocsRouter, createPageRouter } from '@forewarn/pages-koa';
import Koa, { type Context } from 'koa';
import type { Logger } from 'pino';
import type { ClientCredentials } from '../keys/client-credentials.ts';
import { packageVersion } from '@forewarn/cli';
import type { Settings } from '../settings.ts';
import { clientAddress } from './client-address.ts';
import { compressJson } from './compress-json.ts';
import { continueTrace } from '../telemetry/trace-context.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createHealthRouter } from './health-router.ts';
import type { Lifecycle } from './lifecycle.ts';
import { keyInRequest } from './key-in-request.ts';
import { createMetricsRouter } from './metrics-router.ts';
import { createRequestLog } from './request-log.ts';

/**
 * The service's Koa app.
 *
 * @param sampleKey the public key that the page offers, if the service serves the sample
 */
export function createApp(
  useCases: AdminUseCases<ClientCredentials>,
  store: Pick<Store, 'check'>,
  log: Logger,
  lifecycle: Lifecycle,
  {
    basePath,
    deadlineMs,
    guardDeletes,
    trustProxy,
  }: Pick<Settings, 'basePath' | 'deadlineMs' | 'guardDeletes' | 'trustProxy'>,
  { metrics, tracer }: Telemetry,
  sampleKey?: string,
): Koa {
  const { logRequests, reportError } = createRequestLog(log, metrics);
  const addressOf = clientAddress(trustProxy);
  const credentialsOf = (ctx: Context): ClientCredentials => ({
    ...keyInRequest(ctx),
    address: () => addressOf(ctx.req),
  });
  const app = new Koa();
  // Emitted after the response began, usually because the client disconnected.
  app.on('error', (error: unknown, ctx?: Context) => {
    const line = { requestId: ctx?.response.get('X-Request-Id'), err: error };
    if (ctx?.res.destroyed === false) log.error(line, 'bug in a response');
    else log.debug(line, 'response cut off');
  });
  app.use(requestTimeout(deadlineMs, reportError));
  if (tracer !== undefined) app.use(continueTrace);
  app.use(logRequests);
  app.use(notFoundHandler(reportError));
  app.use(errorHandler(reportError));
  // First, since most requests are for it, and each router looks at every request that reaches it.
  app.use(compressJson());
  app.use(
    createAdminRouter(useCases, {
      basePath,
      credentialsOf,
      guardDeletes,
      reportError,
    }).routes(),
  );
  app.use(createHealthRouter(store, lifecycle, reportError).routes());
  app.use(createMetricsRouter(metrics.registry, reportError).routes());
  app.use(createPageRouter({ basePath, sampleKey, reportError }).routes());
  const documentOf = () => openApiDocument(useCases, { basePath, version: packageVersion() });
  app.use(createDocsRouter(documentOf, { basePath, reportError }).routes());
  return app;
}
