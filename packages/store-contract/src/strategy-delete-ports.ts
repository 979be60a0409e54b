import type { StrategyDefinition, StrategyRepository } from '@forewarn/core';
import type { EventRepository } from '@forewarn/core/operator';
import type { ResultAsync } from 'neverthrow';

/**
 * What `strategyDeleteContracts` need: the delete, which they test, how definitions come to be there, and what is left,
 * which are yours. A `Store` is one. When it is new, it holds `BUILT_IN_STRATEGY_DEFINITIONS`.
 */
export interface StrategyDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete' | 'list'> & {
    /** Adds a definition. */
    register(definition: StrategyDefinition, by: string): ResultAsync<unknown, unknown>;
  };
  readonly events: {
    /** Returns the newest events of strategy definitions, at most so many, the newest first. */
    list(page: { readonly limit: number }): ReturnType<EventRepository['list']>;
  };
}
