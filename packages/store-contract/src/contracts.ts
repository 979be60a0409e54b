import type { Contract } from './contract.ts';
import { abortedCallContract } from './contracts/aborted-call-contract.ts';
import { apiKeyContract } from './contracts/api-key-contract.ts';
import { completeImportContract } from './contracts/complete-import-contract.ts';
import { conditionalDeleteContract } from './contracts/conditional-delete-contract.ts';
import { coverageContract } from './contracts/coverage-contract.ts';
import { declareLiveContract } from './contracts/declare-live-contract.ts';
import { eventContract } from './contracts/event-contract.ts';
import { eventAtomicityContract } from './contracts/event-atomicity-contract.ts';
import { eventFilterContract } from './contracts/event-filter-contract.ts';
import { exportContract } from './contracts/export-contract.ts';
import { findContract } from './contracts/find-contract.ts';
import { impactAtomicityContract } from './contracts/impact-atomicity-contract.ts';
import { impactContract } from './contracts/impact-contract.ts';
import { impactEquivalenceContract } from './contracts/impact-equivalence-contract.ts';
import { listingAtomicityContract } from './contracts/listing-atomicity-contract.ts';
import { listingContract } from './contracts/listing-contract.ts';
import { listingEquivalenceContract } from './contracts/listing-equivalence-contract.ts';
import { guardRaceContract } from './contracts/guard-race-contract.ts';
import { importContract } from './contracts/import-contract.ts';
import { importAtomicityContract } from './contracts/import-atomicity-contract.ts';
import { importEquivalenceContract } from './contracts/import-equivalence-contract.ts';
import { leaseContract } from './contracts/lease-contract.ts';
import { originContract } from './contracts/origin-contract.ts';
import { outdatedImportContract } from './contracts/outdated-import-contract.ts';
import { preconditionContract } from './contracts/precondition-contract.ts';
import { projectContract } from './contracts/project-contract.ts';
import { projectDeleteContract } from './contracts/project-delete-contract.ts';
import { projectKeyContract } from './contracts/project-key-contract.ts';
import { recordContract } from './contracts/record-contract.ts';
import { recordAllContract } from './contracts/record-all-contract.ts';
import { recordConcurrencyContract } from './contracts/record-concurrency-contract.ts';
import { searchContract } from './contracts/search-contract.ts';
import { searchEquivalenceContract } from './contracts/search-equivalence-contract.ts';
import { storeContract } from './contracts/store-contract.ts';
import { strategyChangeContract } from './contracts/strategy-change-contract.ts';
import { strategyDeleteContract } from './contracts/strategy-delete-contract.ts';
import { strategyLookUpContract } from './contracts/strategy-look-up-contract.ts';
import { strategyRegisterContract } from './contracts/strategy-register-contract.ts';
import { strategyUseContract } from './contracts/strategy-use-contract.ts';
import { withdrawContract } from './contracts/withdraw-contract.ts';
import type { ImpactPorts } from './impact-ports.ts';
import type { ListingPorts } from './listing-ports.ts';
import type { SearchPorts } from './search-ports.ts';
import type { StrategyDeletePorts } from './strategy-delete-ports.ts';

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

/** All promises of all ports. `describeStore` runs them. */
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
  leaseContract,
  originContract,
  importContract,
  importAtomicityContract,
  importEquivalenceContract,
  completeImportContract,
  outdatedImportContract,
  exportContract,
  storeContract,
  abortedCallContract,
];
