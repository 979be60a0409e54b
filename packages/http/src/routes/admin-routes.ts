import { calendarRoutes } from './calendar-routes.ts';
import { changeRequestRoutes } from './change-request-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { impactRoutes } from './impact-routes.ts';
import { listingRoutes } from './listing-routes.ts';
import { projectRoutes } from './project-routes.ts';
import type { AdminUseCases, ServedOptions, MakeRoutes, Route } from './route.ts';
import { strategyDeletionRoutes } from './strategy-deletion-routes.ts';
import { strategyRoutes } from './strategy-routes.ts';
import { userRoutes } from './user-routes.ts';

const ROUTES: readonly MakeRoutes[] = [
  ...changeRequestRoutes,
  ...listingRoutes,
  calendarRoutes,
  ...impactRoutes,
  ...strategyRoutes,
  ...strategyDeletionRoutes,
  ...projectRoutes,
  eventRoutes,
  ...userRoutes,
];

/** Returns the routes that the use cases serve, and those of capabilities. */
export function adminRoutes<Credentials>(
  useCases: AdminUseCases<Credentials>,
  options: ServedOptions = {},
): readonly Route[] {
  const { capabilities = [] } = options;
  const changed = (route: Route): Route =>
    capabilities.reduce((each, { around }) => around?.(each) ?? each, route);
  return [
    // The rows of what capabilities add come with them.
    ...ROUTES.flatMap((make) => make(useCases as AdminUseCases<unknown, never>, options)),
    ...capabilities.flatMap(({ routes }) => routes),
  ].map(changed);
}

const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Whether a text is a base path: empty, or a path such as `/flags`, without a slash at its end. */
export const isBasePath = (text: string): boolean => BASE_PATH.test(text);

export function checkBasePath(text: string): void {
  if (!isBasePath(text)) {
    throw new TypeError(`basePath is "${text}": expected "" or a path like "/flags"`);
  }
}
