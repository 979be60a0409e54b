/** The operations of previews. */
export const previewOperations = {
  previewSchedule: [
    'POST',
    '/api/admin/projects/{projectId}/change-requests/scheduled/preview',
    'idempotent',
  ],
} as const;
