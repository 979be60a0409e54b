/**
 * Forewarn's admin API as a router for any Koa app.
 *
 * @module @forewarn/http-koa
 */
export * from './errors/admin-error.ts';
export * from './admin-router.ts';
export * from './routes/admin-use-cases.ts';
export type { DeletionOptions } from './routes/strategy-deletion-routes.ts';
export { requestTimeout } from './errors/request-timeout.ts';
export { isBasePath } from './request/base-path.ts';
export { apiKeyFromHeader } from './request/api-key-from-header.ts';
export {
  errorHandler,
  notFoundHandler,
  errorResponse,
  respondWithError,
  type ErrorBody,
  type ErrorDetail,
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
export { scheduledResponseSchema, summarySchema } from './schemas/change-request-schema.ts';
export { impactDoubtSchema, impactSchema, strategyImpactSchema } from './schemas/impact-schema.ts';
export { impactTargetSchema, readImpactTarget } from './schemas/impact-targets.ts';
export { projectIdSchema } from './schemas/path-schemas.ts';
export { searchSchema } from './schemas/search-targets.ts';
export { readUnleash, type ReadChangeRequest, type ReadProject } from './schemas/read-unleash.ts';
