/**
 * Forewarn's admin API as a router for any Koa app.
 *
 * @module @forewarn/http-koa
 */
export * from './errors/admin-error.ts';
export * from './admin-router.ts';
export type { AdminUseCases, DeletionOptions } from './routes/route.ts';
export { isBasePath } from './routes/admin-routes.ts';
export { apiKeyFromHeader } from './request/admin-request.ts';
export {
  ClientLeft,
  errorHandler,
  notFoundHandler,
  refuseOtherMethods,
  requestTimeout,
} from './errors/error-middleware.ts';
export {
  errorResponse,
  respondWithError,
  type ErrorMapping,
  type ErrorReport,
  type MapError,
  type ReportError,
} from './errors/error-responses.ts';
export {
  type OpenApiDocument,
  openApiDocument,
  type OpenApiOptions,
} from './openapi/openapi-document.ts';
export type { ErrorBody, ErrorDetail } from '@forewarn/wire';
