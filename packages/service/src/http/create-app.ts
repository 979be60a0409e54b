import type { Store } from '@forewarn/core';
import { createDocsRouter } from '@forewarn/docs-koa';
import {
  type AdminUseCases,
  answerInTime,
  errorHandler,
  notFoundHandler,
  apiKeyFromHeader,
  createAdminRouter,
  openApiDocument,
} from '@forewarn/http-koa';
import Koa, { type Context } from 'koa';
import type { Logger } from 'pino';
import type { ClientCredentials } from '../keys/client-credentials.ts';
import { packageVersion } from '../package-version.ts';
import type { Settings } from '../settings.ts';
import { clientAddress } from './client-address.ts';
import { continueTrace } from '../telemetry/trace-context.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createHealthRouter } from './health-router.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createMetricsRouter } from './metrics-router.ts';
import { createRequestLog } from './request-log.ts';

/** The service's Koa app. */
export function createApp(
  useCases: AdminUseCases<ClientCredentials>,
  store: Pick<Store, 'check'>,
  log: Logger,
  lifecycle: Lifecycle,
  { basePath, deadlineMs, trustProxy }: Pick<Settings, 'basePath' | 'deadlineMs' | 'trustProxy'>,
  { metrics, tracer }: Telemetry,
): Koa {
  const { logRequests, reportError } = createRequestLog(log, metrics);
  const addressOf = clientAddress(trustProxy);
  const credentialsOf = (ctx: Context): ClientCredentials => ({
    key: apiKeyFromHeader(ctx),
    address: () => addressOf(ctx.req),
  });
  const app = new Koa();
  // What comes here happened after the answer had begun: a client that went away, as a rule.
  app.on('error', (error: unknown, ctx?: Context) => {
    const line = { requestId: ctx?.response.get('X-Request-Id'), err: error };
    if (ctx?.res.destroyed === false) log.error(line, 'a bug while answering');
    else log.debug(line, 'the answer broke off');
  });
  if (tracer !== undefined) app.use(continueTrace);
  app.use(logRequests);
  app.use(answerInTime(deadlineMs, reportError));
  app.use(notFoundHandler(reportError));
  app.use(errorHandler(reportError));
  app.use(createAdminRouter(useCases, { basePath, credentialsOf, reportError }).routes());
  app.use(createHealthRouter(store, lifecycle, reportError).routes());
  app.use(createMetricsRouter(metrics.registry, reportError).routes());
  const documentOf = () => openApiDocument(useCases, { basePath, version: packageVersion() });
  app.use(createDocsRouter(documentOf, { basePath, reportError }).routes());
  return app;
}
