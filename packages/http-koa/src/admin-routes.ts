import type { AdminUseCases } from './admin-use-cases.ts';
import type { Route } from './route.ts';
import { changeRequestRoutes } from './routes/change-request-routes.ts';
import { eventRoutes } from './routes/event-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { strategyRoutes } from './routes/strategy-routes.ts';

/** Every operation of the admin API that the use cases serve. */
export function adminRoutes<Credentials>(
  useCases: AdminUseCases<Credentials>,
): readonly Route<Credentials>[] {
  return [
    ...changeRequestRoutes(useCases),
    ...strategyRoutes(useCases),
    ...projectRoutes(useCases),
    ...eventRoutes(useCases),
  ];
}
