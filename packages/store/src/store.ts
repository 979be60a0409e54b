import type {
  CallOptions,
  PortResult,
  SearchReader,
  StoreUnavailable,
  StrategyDeletion,
} from '@forewarn/core';
import type { ImpactReader, StrategyGuard } from '@forewarn/impact';
import type {
  EventRepository,
  HiddenProjects,
  ListingReader,
  NameRepository,
  ProjectRepository,
  ScheduledChangeRequestWriter,
  StateTransfer,
  StrategyDefinitions,
} from '@forewarn/record';

export interface ScheduledChangeRequestReader extends SearchReader, ListingReader, ImpactReader {}

export interface StrategyRepository extends StrategyDefinitions, StrategyDeletion, StrategyGuard {}

/** The ports of one store, over one state. */
export interface Store {
  readonly reader: ScheduledChangeRequestReader;
  readonly writer: ScheduledChangeRequestWriter;
  readonly strategies: StrategyRepository;
  readonly projects: ProjectRepository;
  readonly events: EventRepository;
  readonly transfer: StateTransfer;
  /** Optional. Without it, impacts say that names are unchecked. */
  readonly names?: NameRepository;
  /** Optional. Only a store that copies an upstream needs it: without it, the store counts as one that has all projects. */
  readonly origins?: HiddenProjects;
  /** Checks that the store can be used. */
  check(options?: CallOptions): PortResult<void, StoreUnavailable>;
  /**
   * Releases files and connections. After it, every call must return `StoreUnavailable`, and closing again must do nothing.
   */
  close(): Promise<void>;
}

/** A store that knows which names exist in projects. */
export interface StoreWithNames extends Store {
  readonly names: NameRepository;
}
