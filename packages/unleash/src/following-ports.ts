import type { LeaseRepository } from './lease-repository.ts';
import type { OriginRepository } from './origin-repository.ts';

/** The ports that following an upstream adds to a store. */
export interface FollowingPorts {
  /** Needed to follow on several nodes. Without it, one node at most may follow. */
  readonly leases: LeaseRepository;
  /** Without it, another upstream can replace the copies. */
  readonly origins: OriginRepository;
}
