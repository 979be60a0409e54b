/**
 * The promises of how features are used, for any store.
 *
 * @module @forewarn/cleanup/contract
 */
import type { Contract } from '@forewarn/store-contract';
import { type CleanupPorts, featureUseContract } from './feature-use-contract.ts';

export type { CleanupPorts } from './feature-use-contract.ts';

/** The promises of how features are used, for stores that keep that. */
export const cleanupContracts: readonly Contract<CleanupPorts>[] = [featureUseContract];
