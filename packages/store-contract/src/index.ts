/**
 * The conformance suite that every Forewarn store runs.
 *
 * @module @forewarn/store-contract
 */
export type { CaseInput, Contract, ContractCase } from './contract.ts';
export { contracts } from './contracts.ts';
export { describeStore } from './describe-store.ts';
export type { OpenedStore, OpenStore } from './open-store.ts';
export { runCase } from './run-case.ts';
