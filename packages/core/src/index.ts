/**
 * Which scheduled change requests would break? The rule, the search and the delete, and the ports they need.
 *
 * @module @forewarn/core
 */
export * from './authorizer.ts';
export * from './call-options.ts';
export * from './change.ts';
export { namedTargets, unlessNoStrategy } from './checks.ts';
export * from './delete-strategy.ts';
export * from './errors.ts';
export { constraintsOf } from './known-actions.ts';
export * from './matches-any.ts';
export * from './name.ts';
export * from './permission.ts';
export {
  attempt,
  type CustomErrors,
  type PortResult,
  StoreBusy,
  toResultAsync,
} from './port-result.ts';
export * from './coverage.ts';
export { type ChangeReading, type Readings, readingsIn } from './readings-in.ts';
export * from './scheduled-change-request.ts';
export * from './search-reader.ts';
export * from './search-scheduled-change-requests.ts';
export * from './strategy-deletion.ts';
export * from './target.ts';
export * from './touch.ts';
export { RULE_VERSION, targetsOf, touchesIn, touchesOf, type Touching } from './touches-of.ts';
export {
  type Admissions,
  type Admit,
  requirePermission,
  type ErrorOf,
  type InProject,
  invalid,
  makeAdmit,
  type OfStrategy,
  type Ports,
  projectUseCase,
  resultOf,
  strategyUseCase,
  type UseCase,
  useCase,
} from './use-case.ts';
