import { cleanupOperations } from './cleanup/cleanup-operations.ts';
import { forecastOperations } from './forecast/forecast-operations.ts';
import { webhookOperations } from './notify/webhook-operations.ts';
import { previewOperations } from './what-if/preview-operations.ts';

/**
 * The method of an operation, its path in the OpenAPI document, and whether it is idempotent beside those that only read. Deletes,
 * and making a project live, are not: a retry could find what was created again in the meantime.
 */
export type Operation = readonly [method: string, path: string, repeats?: 'idempotent'];

/** Each operation. A capability that has no line here can be removed. */
export const OPERATIONS = {
  getScheduledChangeRequests: ['GET', '/api/admin/projects/{projectId}/change-requests/scheduled'],
  recordScheduledChangeRequests: [
    'POST',
    '/api/admin/projects/{projectId}/change-requests/scheduled',
    'idempotent',
  ],
  getScheduledChangeRequest: [
    'GET',
    '/api/admin/projects/{projectId}/change-requests/scheduled/{id}',
  ],
  recordScheduledChangeRequest: [
    'PUT',
    '/api/admin/projects/{projectId}/change-requests/scheduled/{id}',
    'idempotent',
  ],
  withdrawScheduledChangeRequest: [
    'DELETE',
    '/api/admin/projects/{projectId}/change-requests/scheduled/{id}',
  ],
  getChangeRequestsForProject: ['GET', '/api/admin/projects/{projectId}/change-requests'],
  getChangeRequests: ['GET', '/api/admin/change-requests'],
  getProjectImpact: ['POST', '/api/admin/projects/{projectId}/impact', 'idempotent'],
  getImpact: ['POST', '/api/admin/impact', 'idempotent'],
  getAllStrategies: ['GET', '/api/admin/strategies'],
  createStrategy: ['POST', '/api/admin/strategies'],
  getStrategy: ['GET', '/api/admin/strategies/{name}'],
  updateStrategy: ['PUT', '/api/admin/strategies/{name}', 'idempotent'],
  removeStrategy: ['DELETE', '/api/admin/strategies/{name}'],
  deprecateStrategy: ['POST', '/api/admin/strategies/{name}/deprecate', 'idempotent'],
  reactivateStrategy: ['POST', '/api/admin/strategies/{name}/reactivate', 'idempotent'],
  getStrategyImpact: ['GET', '/api/admin/strategies/{name}/impact'],
  getProjects: ['GET', '/api/admin/projects'],
  createProject: ['POST', '/api/admin/projects'],
  updateProjectCoverage: ['PUT', '/api/admin/projects/{projectId}/coverage'],
  deleteProject: ['DELETE', '/api/admin/projects/{projectId}'],
  getEvents: ['GET', '/api/admin/events'],
  getMe: ['GET', '/api/admin/user'],
  syncProject: ['POST', '/api/admin/sync/{projectId}', 'idempotent'],
  ...cleanupOperations,
  ...forecastOperations,
  ...webhookOperations,
  ...previewOperations,
} as const satisfies Readonly<Record<string, Operation>>;
