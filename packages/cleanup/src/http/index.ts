/**
 * Clean-up over HTTP.
 *
 * @module @forewarn/cleanup/http
 */
import { type HttpCapability, routesOf } from '@forewarn/http/capability';
import type { CleanupUseCases } from '../cleanups.ts';
import { cleanupRoutes } from './cleanup-routes.ts';

export type { CandidateBody, CleanupBody } from './cleanup-schema.ts';

/** Adds clean-up to the admin API. */
export const httpCleanup = <Credentials>(
  useCases: CleanupUseCases<Credentials>,
): HttpCapability => ({
  routes: routesOf(cleanupRoutes, useCases as CleanupUseCases<unknown>),
});
