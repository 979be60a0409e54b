import type { AdminUseCases } from '../src/index.ts';

/** A path of a router with all use cases. */
export interface ServedPath {
  readonly path: string;
  readonly allow: string;
  readonly useCases: Readonly<Partial<Record<string, keyof AdminUseCases<unknown>>>>;
}

const SCHEDULED = '/api/admin/projects/default/change-requests/scheduled';

/** All paths of a router with all use cases, and their methods. Each names something that exists. */
export const SERVED_PATHS: readonly ServedPath[] = [
  {
    path: SCHEDULED,
    allow: 'GET, HEAD, POST, OPTIONS',
    useCases: { GET: 'searchScheduledChangeRequests', POST: 'recordScheduledChangeRequests' },
  },
  {
    path: `${SCHEDULED}/1`,
    allow: 'GET, HEAD, PUT, DELETE, OPTIONS',
    useCases: {
      GET: 'findScheduledChangeRequest',
      PUT: 'recordScheduledChangeRequest',
      DELETE: 'withdrawScheduledChangeRequest',
    },
  },
  {
    path: '/api/admin/projects/default/change-requests',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'listChangeRequests' },
  },
  {
    path: '/api/admin/projects/default/change-requests.ics',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'readCalendar' },
  },
  {
    path: '/api/admin/change-requests',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'listAllChangeRequests' },
  },
  {
    path: '/api/admin/projects/default/impact',
    allow: 'POST, OPTIONS',
    useCases: { POST: 'getProjectImpact' },
  },
  {
    path: '/api/admin/impact',
    allow: 'POST, OPTIONS',
    useCases: { POST: 'getImpact' },
  },
  {
    path: '/api/admin/strategies',
    allow: 'GET, HEAD, POST, OPTIONS',
    useCases: { GET: 'listStrategies', POST: 'registerStrategy' },
  },
  {
    path: '/api/admin/strategies/default',
    allow: 'GET, HEAD, PUT, DELETE, OPTIONS',
    useCases: { GET: 'findStrategy', PUT: 'changeStrategy', DELETE: 'deleteStrategy' },
  },
  {
    path: '/api/admin/strategies/default/impact',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'getStrategyImpact' },
  },
  {
    path: '/api/admin/strategies/default/deprecate',
    allow: 'POST, OPTIONS',
    useCases: { POST: 'changeStrategy' },
  },
  {
    path: '/api/admin/strategies/default/reactivate',
    allow: 'POST, OPTIONS',
    useCases: { POST: 'changeStrategy' },
  },
  {
    path: '/api/admin/projects',
    allow: 'GET, HEAD, POST, OPTIONS',
    useCases: { GET: 'listProjects', POST: 'registerProject' },
  },
  {
    path: '/api/admin/projects/default/coverage',
    allow: 'PUT, OPTIONS',
    useCases: { PUT: 'declareProjectLive' },
  },
  {
    path: '/api/admin/projects/default',
    allow: 'DELETE, OPTIONS',
    useCases: { DELETE: 'deleteProject' },
  },
  {
    path: '/api/admin/events',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'listEvents' },
  },
  {
    path: '/api/admin/sync/default',
    allow: 'POST, OPTIONS',
    useCases: { POST: 'syncProject' },
  },
  {
    path: '/api/admin/user',
    allow: 'GET, HEAD, OPTIONS',
    useCases: { GET: 'getCaller' },
  },
];
