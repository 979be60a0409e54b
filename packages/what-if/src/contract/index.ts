/**
 * The promises of previews, for any store.
 *
 * @module @forewarn/what-if/contract
 */
import type { Contract } from '@forewarn/store-contract';
import { whatIfBoundsContract } from './what-if-bounds-contract.ts';
import {
  whatIfAtomicityContract,
  whatIfContract,
  type WhatIfPorts,
  whatIfRuleContract,
} from './what-if-contract.ts';

export type { WhatIfPorts } from './what-if-contract.ts';

/** All promises of previews. */
export const whatIfContracts: readonly Contract<WhatIfPorts>[] = [
  whatIfContract,
  whatIfRuleContract,
  whatIfAtomicityContract,
  whatIfBoundsContract,
];
