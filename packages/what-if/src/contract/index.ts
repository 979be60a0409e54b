/**
 * The promises of previews, for any store.
 *
 * @module @forewarn/what-if/contract
 */
import type { Contract } from '@forewarn/store-contract';
import { whatIfAtomicityContract } from './what-if-atomicity-contract.ts';
import { whatIfBoundsContract } from './what-if-bounds-contract.ts';
import { whatIfContract } from './what-if-contract.ts';
import type { WhatIfPorts } from './what-if-ports.ts';
import { whatIfRuleContract } from './what-if-rule-contract.ts';

export type { WhatIfPorts } from './what-if-ports.ts';

/** All promises of previews. */
export const whatIfContracts: readonly Contract<WhatIfPorts>[] = [
  whatIfContract,
  whatIfRuleContract,
  whatIfAtomicityContract,
  whatIfBoundsContract,
];
