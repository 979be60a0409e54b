import { createServer, type RequestListener, type Server } from 'node:http';
import { type Authorizer, makeUseCases, type Store } from '@forewarn/core';
import {
  errorHandler,
  notFoundHandler,
  type ApiKeyCredentials,
  createAdminRouter,
  type ReportError,
} from '@forewarn/http-koa';
import Koa from 'koa';

/** Everything below `/api/admin`, as a function of Node's `http`. */
export function adminListener(
  authorizer: Authorizer<ApiKeyCredentials>,
  store: Store,
  reportError: ReportError,
): RequestListener {
  const router = createAdminRouter(makeUseCases({ authorizer, store }), { reportError });
  const koa = new Koa()
    .use(notFoundHandler(reportError))
    .use(errorHandler(reportError))
    .use(router.routes());
  const callback = koa.callback();
  return (request, response) => void callback(request, response);
}

/** One server for both: what is not Forewarn's goes to the app as it came, with its body unread. */
export function serveBeside(app: RequestListener, admin: RequestListener): Server {
  return createServer((request, response) => {
    // The router takes its paths in any case.
    const isAdmin = request.url?.toLowerCase().startsWith('/api/admin/') === true;
    (isAdmin ? admin : app)(request, response);
  });
}
