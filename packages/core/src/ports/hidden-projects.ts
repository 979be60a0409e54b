import type { StoreUnavailable } from '../errors.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

/** Knows whether the owner of the projects may have some that the store has no copy of. */
export interface HiddenProjects {
  /** Returns whether there may be such projects. It must return true when it can't know. */
  hidesProjects(options?: CallOptions): PortResult<boolean, StoreUnavailable>;
}
