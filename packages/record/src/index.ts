/**
 * How data gets into Forewarn and is listed: change requests, strategy definitions, projects, events, coverage.
 *
 * @module @forewarn/record
 */
export * from './built-in-strategy-definitions.ts';
export * from './caller.ts';
export * from './changed-definition.ts';
export * from './compare-bytes.ts';
export * from './coverage.ts';
export * from './data-age.ts';
export * from './doubts-of.ts';
export * from './errors.ts';
export * from './event-repository.ts';
export * from './event.ts';
export * from './events.ts';
export * from './feature-use-repository.ts';
export * from './find-outdated.ts';
export * from './find-scheduled-change-request.ts';
export * from './hidden-projects.ts';
export * from './import-counts.ts';
export * from './limits.ts';
export * from './listing-reader.ts';
export * from './readiness-source.ts';
export * from './listing.ts';
export * from './listings.ts';
export * from './name-repository.ts';
export * from './new-name.ts';
export * from './odd-name.ts';
export * from './odd-names.ts';
export * from './on-event.ts';
export * from './permitted-projects.ts';
export * from './problems-of.ts';
export * from './project-repository.ts';
export * from './project.ts';
export * from './projects.ts';
export * from './read-change-request.ts';
export * from './recorded-checks.ts';
export * from './recording.ts';
export * from './scheduled-at.ts';
export * from './scheduled-change-request-writer.ts';
export * from './search-decorators.ts';
export * from './shown-change-request.ts';
export * from './silent-changes.ts';
export * from './state-transfer.ts';
export * from './strategies.ts';
export * from './strategy-definition.ts';
export * from './strategy-definitions.ts';
export * from './target-fields.ts';
