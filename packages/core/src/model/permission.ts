/** Unleash's names of the permissions that Forewarn's operations need. ADMIN implies all others. */
export const PERMISSIONS = [
  'ADMIN',
  'CREATE_STRATEGY',
  'UPDATE_STRATEGY',
  'DELETE_STRATEGY',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
] as const;

/** One of {@link PERMISSIONS}, which can be granted; or NONE, which everybody has who is known at all. */
export type Permission = (typeof PERMISSIONS)[number] | 'NONE';
