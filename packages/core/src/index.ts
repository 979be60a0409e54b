/**
 * Which scheduled change requests would break? The rule, the model, the use cases, and the ports that an application
 * implements. This entry point is stable; `@forewarn/core/adapter` and `@forewarn/core/operator` are experimental.
 *
 * @module @forewarn/core
 */
export * from './errors.ts';
export * from './recorded-errors.ts';
export * from './impact-errors.ts';
export * from './upstream-errors.ts';
export * from './key-errors.ts';
export * from './notify-errors.ts';
export * from './use-cases/sync-project.ts';
export * from './model/built-in-strategy-definitions.ts';
export * from './model/change.ts';
export * from './model/forecast.ts';
export * from './model/impact.ts';
export * from './model/limits.ts';
export * from './model/name.ts';
export * from './model/permission.ts';
export * from './model/project.ts';
export * from './model/scheduled-change-request.ts';
export * from './model/strategy-definition.ts';
export * from './model/target.ts';
export * from './model/touch.ts';
export * from './ports/authorizer.ts';
export * from './ports/bounded-store.ts';
export * from './ports/call-options.ts';
export * from './ports/name-repository.ts';
export * from './ports/port-result.ts';
export * from './ports/project-repository.ts';
export * from './ports/forecast-reader.ts';
export * from './ports/listing-reader.ts';
export * from './ports/search-reader.ts';
export * from './ports/impact-reader.ts';
export * from './ports/scheduled-change-request-writer.ts';
export * from './ports/store.ts';
export * from './ports/strategy-definitions.ts';
export * from './ports/strategy-deletion.ts';
export * from './ports/strategy-guard.ts';
export * from './ports/hidden-projects.ts';
export * from './ports/upstream.ts';
export * from './rules/breaks-of.ts';
export * from './rules/doubts-of.ts';
export * from './rules/effects-of.ts';
export * from './rules/findings-among.ts';
export * from './rules/forecast-of.ts';
export * from './rules/matches-any.ts';
export * from './rules/nearest-names.ts';
export * from './rules/touches-of.ts';
export * from './use-cases/strategies.ts';
export type { DataAgeLimit } from './use-cases/data-age.ts';
export type { Ownership } from './use-cases/ownership.ts';
export * from './model/coverage.ts';
export * from './use-cases/projects.ts';
export * from './use-cases/delete-strategy.ts';
export * from './use-cases/guarded-delete-strategy.ts';
export * from './use-cases/copied-strategies.ts';
export * from './use-cases/find-scheduled-change-request.ts';
export * from './use-cases/search-scheduled-change-requests.ts';
export * from './use-cases/search-copies.ts';
export * from './use-cases/search-decorators.ts';
export * from './use-cases/caller.ts';
export * from './use-cases/impacts.ts';
export * from './use-cases/strategy-impact.ts';
export * from './use-cases/forecasts.ts';
export * from './use-cases/listings.ts';
export * from './use-cases/events.ts';
export * from './use-cases/make-use-cases.ts';
export * from './use-cases/recording.ts';
export {
  type Admissions,
  type Admit,
  type AdmitQuery,
  type ErrorOf,
  type InProject,
  makeAdmit,
  type OfStrategy,
  type Ports,
  type UseCase,
} from './use-cases/use-case.ts';
