/** The permissions that the operations need, by Unleash's names except SYNC and READ_CALENDAR. ADMIN implies all others. */
export const PERMISSIONS = [
  'ADMIN',
  'CREATE_STRATEGY',
  'UPDATE_STRATEGY',
  'DELETE_STRATEGY',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
  'SYNC',
  'READ_CALENDAR',
] as const;

/** One of {@link PERMISSIONS}. */
export type Permission = (typeof PERMISSIONS)[number];

/** Where a permission is needed. An empty scope means everything that belongs to no project. */
export interface Scope {
  readonly projectId?: string | undefined;
  readonly environment?: string | undefined;
}

/** An authenticated caller. Events record its name. */
export interface Principal {
  readonly name: string;
}
