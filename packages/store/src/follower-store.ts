import type { LeaseRepository, NameRepository, OriginRepository } from '@forewarn/record';
import type { Store } from './store.ts';

/** A store with the optional ports that following an upstream uses. */
export interface FollowerStore extends Store {
  /** Needed to follow on several nodes. Without it, one node at most may follow. */
  readonly leases: LeaseRepository;
  /** Without it, another upstream can replace the copies. */
  readonly origins: OriginRepository;
  /** Without it, the names that the upstream has are not known. */
  readonly names: NameRepository;
}
