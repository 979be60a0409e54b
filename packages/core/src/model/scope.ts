/** Where a permission is needed. An empty scope means everything that belongs to no project. */
export interface Scope {
  readonly projectId?: string | undefined;
  readonly environment?: string | undefined;
}
