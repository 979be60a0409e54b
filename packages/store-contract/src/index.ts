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
export {
  contracts,
  impactContracts,
  leaseContracts,
  listingContracts,
  originContracts,
  searchContracts,
  strategyDeleteContracts,
} from './suite/contracts.ts';
export { describeContracts, describeStore } from './suite/describe-store.ts';
export type {
  ImpactPorts,
  LeasePorts,
  ListingPorts,
  OriginPorts,
  SearchPorts,
  StrategyDeletePorts,
} from './suite/ports.ts';
