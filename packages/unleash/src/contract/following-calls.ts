import type { Store } from '@forewarn/store';
import { BY, type Calls } from '@forewarn/store-contract/writing';
import type { FollowingPorts } from '../following-ports.ts';

/** The ports that the contracts need: those of a store, leases and the origin. */
export type FollowingStore = Store & FollowingPorts;

/** The name of the lease in the cases. */
export const LEASE = 'sync';
const ELSEWHERE = { url: 'https://new.example.com' };

export const LEASE_CALLS: Calls<FollowingStore> = {
  'leases.acquire': ({ leases }, options) =>
    leases.acquire({ name: 'new', holder: BY, ttlMs: 60_000 }, options),
  'leases.release': ({ leases }, options) => leases.release({ name: LEASE, holder: BY }, options),
};

export const ORIGIN_CALLS: Calls<FollowingStore> = {
  'origins.claim': ({ origins }, options) => origins.claim(ELSEWHERE, options),
  'origins.replace': ({ origins }, options) => origins.replace(ELSEWHERE, options),
  'origins.hidesProjects': ({ origins }, options) => origins.hidesProjects(options),
  'origins.isSynced': ({ origins }, options) => origins.isSynced(options),
  'origins.setSynced': ({ origins }, options) => origins.setSynced(options),
  'origins.setHidesProjects': ({ origins }, options) => origins.setHidesProjects(true, options),
};
