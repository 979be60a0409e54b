export * from './admin-error.ts';
export * from './admin-router.ts';
export { isBasePath } from './base-path.ts';
export { apiKeyFromHeader } from './api-key-from-header.ts';
export {
  answerBugs,
  answerUnknownRoutes,
  errorAnswer,
  type ErrorBody,
  type ErrorReport,
  type ReportError,
} from './error-responses.ts';
