/**
 * The conformance suite that every Forewarn store runs.
 *
 * @module @forewarn/store-contract
 */
export {
  type BreakDown,
  type CaseInput,
  type Contract,
  type ContractCase,
  type OpenedStore,
  type OpenStore,
  runCase,
} from './suite/contract.ts';
export { impactContracts } from './contracts/impact-contract.ts';
export { listingContracts } from './contracts/listing-contract.ts';
export { searchContracts } from './contracts/search-contract.ts';
export { strategyDeleteContracts } from './contracts/strategy-delete-contract.ts';
export { guardedDeleteContracts } from './contracts/guarded-delete-contract.ts';
export { contracts, nameContracts } from './suite/contracts.ts';
export { type Suite, suiteFor, type TestRunner } from './suite/suite-for.ts';
export type {
  GuardedDeletePorts,
  ImpactPorts,
  ListingPorts,
  NamePorts,
  SearchPorts,
  StrategyDeletePorts,
} from './suite/ports.ts';
