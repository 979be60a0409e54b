/**
 * Follows an Unleash: the adapter of the port `Upstream`, the sync, and the reading of documents in Unleash's format.
 *
 * @module @forewarn/unleash
 */
export * from './examine-unleash.ts';
export { FeatureSearch, type FeatureSearchOptions } from './feature-search.ts';
export { type FirstSync, watchFirstSync } from './first-sync.ts';
export * from './follow-unleash.ts';
export * from './following-ports.ts';
export { HIDES_PROJECTS } from './hides-projects.ts';
export * from './lease-repository.ts';
export * from './origin-repository.ts';
export * from './repeat.ts';
export type { EndpointReport } from './seen-endpoints.ts';
export * from './sync-once.ts';
export * from './sync-options.ts';
export { unleashApi, type UnleashApi, type UnleashApiOptions } from './unleash-api.ts';
export { lineOf, type UnleashFailure } from './unleash-failure.ts';
export { unleashUpstream, type UnleashUpstreamOptions } from './unleash-upstream.ts';
export * from './copies-of.ts';
export * from './errors.ts';
export * from './sync-project.ts';
export * from './upstream.ts';
