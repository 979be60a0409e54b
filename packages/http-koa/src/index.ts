export * from './admin-error.ts';
export * from './admin-router.ts';
export { isBasePath } from './base-path.ts';
export { answerMalformedRequests } from './malformed-requests.ts';
export { apiKeyFromHeader } from './api-key-from-header.ts';
export {
  answerBugs,
  answerUnknownRoutes,
  errorAnswer,
  respondWithError,
  type ErrorBody,
  type ErrorReport,
  type ReportError,
} from './error-responses.ts';
