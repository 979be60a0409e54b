import type { AdminUseCases } from './admin-use-cases.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { changeRequestRoutes } from './change-request-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { projectRoutes } from './project-routes.ts';
import { listingRoutes } from './listing-routes.ts';
import { impactRoutes } from './impact-routes.ts';
import type { Route } from './route.ts';
import { type DeletionOptions, strategyDeletionRoutes } from './strategy-deletion-routes.ts';
import { strategyRoutes } from './strategy-routes.ts';
import { syncRoutes } from './sync-routes.ts';
import { userRoutes } from './user-routes.ts';

/** Returns the routes that the use cases serve. */
export function adminRoutes<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options?: DeletionOptions,
): readonly Route<Credentials>[] {
  return [
    ...changeRequestRoutes(useCases),
    ...listingRoutes(useCases),
    ...calendarRoutes(useCases),
    ...impactRoutes(useCases),
    ...strategyRoutes(useCases),
    ...strategyDeletionRoutes(useCases, options),
    ...projectRoutes(useCases),
    ...eventRoutes(useCases),
    ...syncRoutes(useCases),
    ...userRoutes(useCases),
  ];
}
