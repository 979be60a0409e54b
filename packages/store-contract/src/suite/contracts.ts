import { apiKeyContract } from '../contracts/api-key-contract.ts';
import {
  completeImportContract,
  outdatedImportContract,
} from '../contracts/complete-import-contract.ts';
import { conditionalDeleteContract } from '../contracts/conditional-delete-contract.ts';
import { coverageContract } from '../contracts/coverage-contract.ts';
import { eventAtomicityContract } from '../contracts/event-atomicity-contract.ts';
import { eventContract, eventFilterContract } from '../contracts/event-contract.ts';
import { exportContract } from '../contracts/export-contract.ts';
import { findContract } from '../contracts/find-contract.ts';
import { guardRaceContract } from '../contracts/guard-race-contract.ts';
import { impactContract, impactEquivalenceContract } from '../contracts/impact-contract.ts';
import { importAtomicityContract } from '../contracts/import-atomicity-contract.ts';
import { importContract, importEquivalenceContract } from '../contracts/import-contract.ts';
import { leaseContract } from '../contracts/lease-contract.ts';
import { listingContract, listingEquivalenceContract } from '../contracts/listing-contract.ts';
import { originContract } from '../contracts/origin-contract.ts';
import { preconditionContract } from '../contracts/precondition-contract.ts';
import { declareLiveContract, projectContract } from '../contracts/project-contract.ts';
import { projectDeleteContract } from '../contracts/project-delete-contract.ts';
import { projectKeyContract } from '../contracts/project-key-contract.ts';
import {
  impactAtomicityContract,
  listingAtomicityContract,
} from '../contracts/read-atomicity-contract.ts';
import { recordAllContract } from '../contracts/record-all-contract.ts';
import { recordConcurrencyContract, recordContract } from '../contracts/record-contract.ts';
import { searchContract, searchEquivalenceContract } from '../contracts/search-contract.ts';
import { abortedCallContract, storeContract } from '../contracts/store-contract.ts';
import { strategyChangeContract } from '../contracts/strategy-change-contract.ts';
import {
  strategyDeleteContract,
  strategyLookUpContract,
  strategyRegisterContract,
} from '../contracts/strategy-contract.ts';
import { strategyUseContract } from '../contracts/strategy-use-contract.ts';
import { withdrawContract } from '../contracts/withdraw-contract.ts';
import type { Contract } from './contract.ts';
import type {
  ImpactPorts,
  LeasePorts,
  OriginPorts,
  ListingPorts,
  SearchPorts,
  StrategyDeletePorts,
} from './ports.ts';

/** The promises of searches, for stores that implement only that port. */
export const searchContracts: readonly Contract<SearchPorts>[] = [
  searchContract,
  searchEquivalenceContract,
];

/** The promises of impacts, for stores that implement only that port. */
export const impactContracts: readonly Contract<ImpactPorts>[] = [
  impactContract,
  impactEquivalenceContract,
];

/** The promises of listings, for stores that implement only that port. */
export const listingContracts: readonly Contract<ListingPorts>[] = [
  listingContract,
  listingEquivalenceContract,
];

/** The promises of deleting strategy definitions, for stores that implement only that call. */
export const strategyDeleteContracts: readonly Contract<StrategyDeletePorts>[] = [
  strategyDeleteContract,
];

/** The promises of leases, for stores that have them: nodes that follow an upstream take turns. */
export const leaseContracts: readonly Contract<LeasePorts>[] = [leaseContract];

/** The promises of origins, for stores that have them: a store remembers the upstream that it follows. */
export const originContracts: readonly Contract<OriginPorts>[] = [originContract];

/** All promises of the ports of a `Store`. `describeStore` runs them. */
export const contracts: readonly Contract[] = [
  ...searchContracts,
  ...impactContracts,
  ...listingContracts,
  impactAtomicityContract,
  listingAtomicityContract,
  recordContract,
  recordConcurrencyContract,
  recordAllContract,
  findContract,
  withdrawContract,
  preconditionContract,
  strategyRegisterContract,
  strategyLookUpContract,
  strategyChangeContract,
  ...strategyDeleteContracts,
  strategyUseContract,
  conditionalDeleteContract,
  guardRaceContract,
  projectContract,
  projectDeleteContract,
  coverageContract,
  declareLiveContract,
  eventContract,
  eventFilterContract,
  eventAtomicityContract,
  apiKeyContract,
  projectKeyContract,
  importContract,
  importAtomicityContract,
  importEquivalenceContract,
  completeImportContract,
  outdatedImportContract,
  exportContract,
  storeContract,
  abortedCallContract,
];
