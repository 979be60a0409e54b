/** The operations of a clean-up. */
export const cleanupOperations = {
  getCleanupForProject: ['GET', '/api/admin/projects/{projectId}/cleanup'],
  getCleanup: ['GET', '/api/admin/cleanup'],
} as const;
