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

/** Serves everything below `/api/admin`, as a listener of Node's `http`. */
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

/** One server for both: all other requests go to the app, with their bodies unread. */
export function serveBeside(app: RequestListener, admin: RequestListener): Server {
  return createServer((request, response) => {
    // The router ignores the case of its paths.
    const isAdmin = request.url?.toLowerCase().startsWith('/api/admin/') === true;
    (isAdmin ? admin : app)(request, response);
  });
}
