/**
 * What the routes of a capability are written with.
 *
 * @module @forewarn/http/capability
 */
export type { AdminError } from './errors/admin-error.ts';
export type { ErrorRow, ErrorRows } from './errors/error-table.ts';
export type { AdminRequest } from './request/admin-request.ts';
export { type AdminResponse, respondWith } from './response/admin-response.ts';
export {
  type EventBodies,
  type HttpCapability,
  type MakeRoutes,
  type Route,
  routeOver,
  routesOf,
} from './routes/route.ts';
export type { Tag } from './routes/tag.ts';
