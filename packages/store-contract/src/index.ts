/**
 * The conformance suite that every Forewarn store runs.
 *
 * @module @forewarn/store-contract
 */
export type { CaseInput, Contract, ContractCase } from './contract.ts';
export {
  contracts,
  impactContracts,
  listingContracts,
  searchContracts,
  strategyDeleteContracts,
} from './contracts.ts';
export { describeContracts, describeStore } from './describe-store.ts';
export type { ImpactPorts } from './impact-ports.ts';
export type { ListingPorts } from './listing-ports.ts';
export type { OpenedStore, OpenStore } from './open-store.ts';
export { runCase } from './run-case.ts';
export type { SearchPorts } from './search-ports.ts';
export type { StrategyDeletePorts } from './strategy-delete-ports.ts';
