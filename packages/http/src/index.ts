/**
 * Forewarn's admin API without a framework.
 *
 * @module @forewarn/http
 */
export * from './admin-api.ts';
export type { AdminApiOptions, ApiKeyCredentials } from './admin-handler.ts';
export * from './errors/admin-error.ts';
export {
  errorResponse,
  type ErrorMapping,
  type ErrorReport,
  type MapError,
  type ReportError,
} from './errors/error-responses.ts';
export type { BodyError } from './exchange.ts';
export * from './node-middleware.ts';
export {
  type OpenApiDocument,
  openApiDocument,
  type OpenApiOptions,
} from './openapi/openapi-document.ts';
export { apiKeyIn, keyInQuery } from './request/admin-request.ts';
export { ClientLeft } from './request/deadline.ts';
export { isBasePath } from './routes/admin-routes.ts';
export type { AdminUseCases, ServedOptions } from './routes/route.ts';
export type { ErrorBody, ErrorDetail } from '@forewarn/wire';
