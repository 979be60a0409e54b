/**
 * Which scheduled change requests would break? The rule, the model, the use cases, and the ports that an application
 * implements. What an operator needs is in `@forewarn/core/operator`.
 *
 * @module @forewarn/core
 */
export * from './errors.ts';
export * from './model/built-in-strategy-definitions.ts';
export * from './model/change.ts';
export * from './model/coverage.ts';
export * from './model/impact.ts';
export * from './model/intent.ts';
export * from './model/limits.ts';
export * from './model/name.ts';
export * from './model/permission.ts';
export * from './model/principal.ts';
export * from './model/project.ts';
export * from './model/scheduled-change-request.ts';
export * from './model/scope.ts';
export * from './model/strategy-definition.ts';
export * from './model/target.ts';
export * from './model/touch.ts';
export * from './ports/authorizer.ts';
export * from './ports/call-options.ts';
export * from './ports/project-repository.ts';
export * from './ports/scheduled-change-request-reader.ts';
export * from './ports/scheduled-change-request-writer.ts';
export * from './ports/store.ts';
export * from './ports/strategy-repository.ts';
export * from './ports/upstream.ts';
export * from './rules/changed-strategy.ts';
export * from './rules/consequence-of.ts';
export * from './rules/cut-fairly.ts';
export * from './rules/definition-length.ts';
export * from './rules/doubts-of.ts';
export * from './rules/findings-among.ts';
export * from './rules/impact-report-of.ts';
export * from './rules/matches-any.ts';
export * from './rules/outcome-of.ts';
export * from './rules/problems-of.ts';
export * from './rules/touches-of.ts';
export * from './use-cases/admit.ts';
export * from './use-cases/change-strategy.ts';
export * from './use-cases/data-age-limit.ts';
export * from './use-cases/delete-followed-strategy.ts';
export * from './use-cases/delete-project.ts';
export * from './use-cases/delete-strategy.ts';
export * from './use-cases/find-scheduled-change-request.ts';
export * from './use-cases/find-strategy.ts';
export * from './use-cases/get-caller.ts';
export * from './use-cases/get-impact.ts';
export * from './use-cases/get-project-impact.ts';
export * from './use-cases/get-strategy-impact.ts';
export * from './use-cases/guarded-delete-strategy.ts';
export * from './use-cases/list-events.ts';
export * from './use-cases/list-projects.ts';
export * from './use-cases/list-strategies.ts';
export * from './use-cases/make-use-cases.ts';
export * from './use-cases/record-scheduled-change-request.ts';
export * from './use-cases/record-scheduled-change-requests.ts';
export * from './use-cases/register-project.ts';
export * from './use-cases/register-strategy.ts';
export * from './use-cases/search-scheduled-change-requests.ts';
export * from './use-cases/sync-project.ts';
export * from './use-cases/use-case.ts';
export * from './use-cases/withdraw-scheduled-change-request.ts';
