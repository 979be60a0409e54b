import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';

/** Knows whether the owner of the projects may have some that the store has no copy of. */
export interface HiddenProjects {
  /** Returns whether there may be such projects. It must return true when it can't know. */
  hidesProjects(options?: CallOptions): PortResult<boolean, StoreUnavailable>;
}
