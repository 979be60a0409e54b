/**
 * Forewarn's admin API as a router for any Koa app.
 *
 * @module @forewarn/http-koa
 */
export * from './admin-router.ts';
export type { ReportError } from './koa-exchange.ts';
export {
  errorHandler,
  notFoundHandler,
  refuseOtherMethods,
  requestTimeout,
  respondWithError,
} from './koa-middleware.ts';
// What a Koa app needs besides.
export {
  type AdminError,
  type AdminUseCases,
  type ApiKeyCredentials,
  ClientLeft,
  type ErrorMapping,
  type ErrorReport,
  type MapError,
  type OpenApiDocument,
  openApiDocument,
} from '@forewarn/http';
