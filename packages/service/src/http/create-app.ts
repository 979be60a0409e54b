import type { Store } from '@forewarn/core';
import {
  type AdminUseCases,
  answerInTime,
  answerBugs,
  answerUnknownRoutes,
  type ApiKeyCredentials,
  createAdminRouter,
} from '@forewarn/http-koa';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { createHealthRouter } from './health-router.ts';
import { createRequestLog } from './request-log.ts';

/** The service's Koa app. */
export function createApp(
  useCases: AdminUseCases<ApiKeyCredentials>,
  store: Pick<Store, 'check'>,
  log: Logger,
  { basePath, deadlineMs }: Pick<Settings, 'basePath' | 'deadlineMs'>,
): Koa {
  const { logRequests, reportError } = createRequestLog(log);
  const app = new Koa();
  // What comes here happened after the answer had begun: a client that went away, as a rule.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'the answer broke off'));
  app.use(logRequests);
  app.use(answerInTime(deadlineMs, reportError));
  app.use(answerUnknownRoutes(reportError));
  app.use(answerBugs(reportError));
  app.use(createAdminRouter(useCases, { basePath, reportError }).routes());
  app.use(createHealthRouter(store, reportError).routes());
  return app;
}
