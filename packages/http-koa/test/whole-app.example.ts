import {
  type AdminUseCases,
  errorHandler,
  notFoundHandler,
  type ApiKeyCredentials,
  createAdminRouter,
  type ReportError,
} from '@forewarn/http-koa';
import Koa from 'koa';

export function createApp(useCases: AdminUseCases<ApiKeyCredentials>, log: (line: object) => void) {
  const reportError: ReportError = ({ id, status, error }, { method, url }) =>
    log({ id, status, method, url, ...error });
  return new Koa()
    .use(notFoundHandler(reportError))
    .use(errorHandler(reportError))
    .use(createAdminRouter(useCases, { reportError }).routes());
}
