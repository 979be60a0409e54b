import {
  type AdminUseCases,
  answerBugs,
  answerUnknownRoutes,
  type ApiKeyCredentials,
  createAdminRouter,
  type ReportError,
} from '@forewarn/http-koa';
import Koa from 'koa';

export function createApp(useCases: AdminUseCases<ApiKeyCredentials>, log: (line: object) => void) {
  const reportError: ReportError = ({ id, status, error }, { method, url }) =>
    log({ id, status, method, url, ...error });
  return new Koa()
    .use(answerUnknownRoutes(reportError))
    .use(answerBugs(reportError))
    .use(createAdminRouter(useCases, { reportError }).routes());
}
