/**
 * What an adapter of a framework needs: its request becomes an {@link Exchange}, and it sends a {@link Reply}.
 *
 * @module @forewarn/http/adapter
 */
export { adminEndpoints, type Endpoint, type EndpointOptions, refusal } from './endpoints.ts';
export { emitBugs, type ErrorHandling, errorReply, lateReply } from './errors/error-responses.ts';
export type { BodyError, Exchange, Reply } from './exchange.ts';
export { checkTimeout, type Deadline, withDeadline } from './request/deadline.ts';
export {
  hasBody,
  headerIn,
  isArriving,
  onceCutOff,
  parsedBodyIn,
  readNodeBody,
} from './request/node-request.ts';
export { checkBasePath } from './routes/admin-routes.ts';
