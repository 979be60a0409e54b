/**
 * What an operator of Forewarn needs: API keys, events, and moving state in and out.
 *
 * @module @forewarn/core/operator
 * @experimental It can change in any release.
 */
export * from './model/event.ts';
export * from './ports/api-key-repository.ts';
export * from './ports/event-repository.ts';
export * from './ports/follower-store.ts';
export * from './ports/state-transfer.ts';
export * from './rules/find-outdated.ts';
