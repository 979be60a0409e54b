import type { StoreUnavailable, StrategyDefinition, StrategyRepository } from '@forewarn/core';
import type { EventPage } from '@forewarn/core/operator';
import type { ResultAsync } from 'neverthrow';

/**
 * The ports that `strategyDeleteContracts` need: the delete under test, a way to add definitions, and lists of
 * definitions and events. A `Store` has all of them. A new one contains `BUILT_IN_STRATEGY_DEFINITIONS`.
 */
export interface StrategyDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete' | 'list'> & {
    /** Adds a definition. */
    register(definition: StrategyDefinition, by: string): ResultAsync<unknown, unknown>;
  };
  readonly events: {
    /** Returns at most `limit` events of strategy definitions, the newest first. */
    list(query: {
      readonly limit: number;
    }): ResultAsync<Pick<EventPage, 'events'>, StoreUnavailable>;
  };
}
