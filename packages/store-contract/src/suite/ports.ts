import type { ChangeRequestKey, ScheduledChangeRequest, PortResult } from '@forewarn/core';
import type { EventRepository, Project, StrategyDefinition } from '@forewarn/record';
import type {
  StoreWithNames,
  ScheduledChangeRequestReader,
  Store,
  StrategyRepository,
} from '@forewarn/store';

/**
 * The ports that `searchContracts` need: the search under test, and writes that fill the store. A `Store` has all of
 * them. An error of a write fails the case.
 */
export interface SearchPorts {
  readonly reader: Pick<ScheduledChangeRequestReader, 'search'>;
  readonly projects: {
    /** Adds a project. */
    register(project: Project, by: string): PortResult<unknown, unknown>;
  };
  readonly writer: {
    /** Stores a change request of a registered project, or replaces the one with its project and id. */
    put(changeRequest: ScheduledChangeRequest, by: string): PortResult<unknown, unknown>;
    /** Removes a stored change request. */
    remove(key: ChangeRequestKey, by: string): PortResult<unknown, unknown>;
  };
}

/** The ports that `impactContracts` need: the impact under test, and writes that fill the store. A `Store` has all. */
export interface ImpactPorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly reader: Pick<ScheduledChangeRequestReader, 'impact'>;
}

/** The ports that `listingContracts` need: the listing under test, and writes that fill the store. A `Store` has all. */
export interface ListingPorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly reader: Pick<ScheduledChangeRequestReader, 'list'>;
}

/**
 * The ports that `strategyDeleteContracts` need: the delete under test, and a way to add and list definitions. A `Store`
 * has all of them. A new one contains `BUILT_IN_STRATEGY_DEFINITIONS`.
 */
export interface StrategyDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete' | 'list'> & {
    /** Adds a definition. */
    register(definition: StrategyDefinition, by: string): PortResult<unknown, unknown>;
  };
  /** Lists the events. Without it, that a delete records one is not tested. */
  readonly events?: Pick<EventRepository, 'list'>;
}

/**
 * The ports that `guardedDeleteContracts` need: the delete under test and the use that guards it, and writes that fill the
 * store. A `Store` has all of them.
 */
export interface GuardedDeletePorts extends Pick<SearchPorts, 'projects' | 'writer'> {
  readonly strategies: StrategyDeletePorts['strategies'] &
    Pick<StrategyRepository, 'findUse' | 'deleteIf'>;
}

/** The ports that `nameContracts` need: those of a store, and its names. */
export type NamePorts = Store & Pick<StoreWithNames, 'names'>;
