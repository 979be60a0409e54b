/**
 * What the contracts of a capability are written with.
 *
 * @module @forewarn/store-contract/writing
 */
export { changeRequest, feature, PROJECT } from './samples/change-request.ts';
export { complete, strategyDefinition } from './samples/entries.ts';
export {
  archiving,
  changing,
  FRIDAY,
  MONDAY,
  raising,
  TUESDAY,
  updating,
} from './samples/forecasts.ts';
export { at } from './samples/times.ts';
export { closedCase, outageCase, signalCases } from './suite/call-cases.ts';
export * as check from './suite/check.ts';
export { type Contract, contractOf } from './suite/contract.ts';
export { allEvents } from './suite/events-during.ts';
export type { Calls } from './suite/every-call.ts';
export { overwriteDeeply } from './suite/overwriting.ts';
export { repeat } from './suite/rounds.ts';
export { BY, entriesOf, recordAll, registerProjects } from './suite/store-calls.ts';
export { valueOf } from './suite/value-of.ts';
