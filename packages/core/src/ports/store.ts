import type { StoreUnavailable } from '../errors.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';
import type { EventRepository } from './event-repository.ts';
import type { OriginRepository } from './origin-repository.ts';
import type { NameRepository } from './name-repository.ts';
import type { ProjectRepository } from './project-repository.ts';

import type { SearchReader } from './search-reader.ts';
import type { ListingReader } from './listing-reader.ts';
import type { ImpactReader } from './impact-reader.ts';
import type { ForecastReader } from './forecast-reader.ts';
import type { StrategyDefinitions } from './strategy-definitions.ts';
import type { StrategyDeletion } from './strategy-deletion.ts';
import type { StrategyGuard } from './strategy-guard.ts';
import type { ScheduledChangeRequestWriter } from './scheduled-change-request-writer.ts';
import type { StateTransfer } from './state-transfer.ts';

/** Reads the scheduled change requests. */
export interface ScheduledChangeRequestReader
  extends SearchReader, ListingReader, ImpactReader, ForecastReader {}

/** The strategy definitions. */
export interface StrategyRepository extends StrategyDefinitions, StrategyDeletion, StrategyGuard {}

/** The ports of one store, over one state. Following an upstream uses two more: see `FollowerStore`. */
export interface Store {
  readonly reader: ScheduledChangeRequestReader;
  readonly writer: ScheduledChangeRequestWriter;
  readonly strategies: StrategyRepository;
  readonly projects: ProjectRepository;
  readonly events: EventRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly transfer: StateTransfer;
  /** Optional. Without it, impacts say that names are unchecked. */
  readonly names?: NameRepository;
  /** Optional. Only a store that copies an upstream needs it: without it, the store counts as one that has all projects. */
  readonly origins?: OriginRepository;
  /** Checks that the store can be used. */
  check(options?: CallOptions): PortResult<void, StoreUnavailable>;
  /**
   * Releases files and connections. After it, every call must return `StoreUnavailable`, and closing again must do nothing.
   */
  close(): Promise<void>;
}
