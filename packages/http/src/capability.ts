/**
 * What the routes of a capability are written with.
 *
 * @module @forewarn/http/capability
 */
export type { AdminError } from './errors/admin-error.ts';
export type { ErrorRow, ErrorRows } from './errors/error-table.ts';
export type { AdminRequest } from './request/admin-request.ts';
export { cursorOf, placeAt } from './request/cursor.ts';
export { listingQuerySchema, pageCommand, pageFields } from './request/listing-query.ts';
export { parseQuery, wholeNumberSchema } from './request/parse-query.ts';
export { type AdminResponse, respondWith } from './response/admin-response.ts';
export {
  type EventBodies,
  type HttpCapability,
  type MakeRoutes,
  type Route,
  routeOver,
  routesOf,
} from './routes/route.ts';
export { keyInPath } from './routes/change-request-routes.ts';
export { asOfHeader } from './response/admin-response.ts';
export { linkHeader } from './routes/link-header.ts';
export { eventQuerySchemaWith } from './routes/event-routes.ts';
export { guardSchema } from './routes/strategy-deletion-routes.ts';
export { type Tag, TAGS } from './routes/tag.ts';
