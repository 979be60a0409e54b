/**
 * The conformance suite that every Forewarn store runs.
 *
 * @module @forewarn/store-contract
 */
export {
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
export {
  contracts,
  leaseContracts,
  nameContracts,
  originContracts,
  strategyDeleteContracts,
} from './suite/contracts.ts';
export { describeContracts, describeStore } from './suite/describe-store.ts';
export type {
  ImpactPorts,
  LeasePorts,
  ListingPorts,
  NamePorts,
  OriginPorts,
  SearchPorts,
  StrategyDeletePorts,
} from './suite/ports.ts';
