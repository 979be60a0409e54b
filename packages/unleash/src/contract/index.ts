/**
 * The promises of leases and origins, for any store.
 *
 * @module @forewarn/unleash/contract
 */
import type { Contract } from '@forewarn/store-contract';
import type { FollowingStore } from './following-calls.ts';
import { leaseContract, originContract } from './following-contract.ts';

/** The promises of leases, with which nodes take turns, and of the origin that a store remembers. */
export const followingContracts: readonly Contract<FollowingStore>[] = [
  leaseContract,
  originContract,
];
