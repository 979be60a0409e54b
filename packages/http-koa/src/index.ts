/**
 * Forewarn's admin API as a router for any Koa app.
 *
 * @module @forewarn/http-koa
 */
export * from './errors/admin-error.ts';
export * from './admin-router.ts';
export * from './routes/admin-use-cases.ts';
export type { DeletionOptions } from './routes/strategy-deletion-routes.ts';
export { ClientLeft, requestTimeout } from './request/request-timeout.ts';
export { isBasePath } from './request/base-path.ts';
export { apiKeyFromHeader } from './request/api-key-from-header.ts';
export {
  errorHandler,
  notFoundHandler,
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
