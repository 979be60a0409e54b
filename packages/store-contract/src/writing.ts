/**
 * What the contracts of a capability are written with.
 *
 * @module @forewarn/store-contract/writing
 */
export * as check from './suite/check.ts';
export { holdsFor } from './arbitraries/arbitrary-history.ts';
export {
  changeRequest,
  enabling,
  feature,
  PROJECT,
  stubbornChangeRequest,
  using,
} from './samples/change-request.ts';
export {
  complete,
  LIVE,
  NONE,
  scheduledEntries,
  strategyDefinition,
  strategyEntries,
} from './samples/entries.ts';
export { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES, UNORDERED_NAMES } from './samples/names.ts';
export { bytesOf, ofBytes } from './samples/of-bytes.ts';
export { at, unscheduled } from './samples/times.ts';
export { closedCase, interruptionContract, outageCase, signalCases } from './suite/call-cases.ts';
export { sameList } from './suite/check.ts';
export {
  type Contract,
  type ContractCase,
  contractOf,
  projectContractOf,
} from './suite/contract.ts';
export { allEvents } from './suite/events-during.ts';
export { type Calls, fillForReads } from './suite/every-call.ts';
export { overwriteDeeply } from './suite/overwriting.ts';
export { lookDuring, lookWhile, repeat, times } from './suite/rounds.ts';
export {
  BY,
  entriesOf,
  type FilledPorts,
  importAll,
  record,
  recordAll,
  recordMany,
  registerProjects,
} from './suite/store-calls.ts';
export { errorOf, valueOf } from './suite/value-of.ts';
