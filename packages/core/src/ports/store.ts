import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { EventRepository } from './event-repository.ts';
import type { ProjectRepository } from './project-repository.ts';
import type { ScheduledChangeRequestRecorder } from './scheduled-change-request-recorder.ts';
import type { ScheduledChangeRequestRepository } from './scheduled-change-request-repository.ts';
import type { StateTransfer } from './state-transfer.ts';
import type { StrategyRepository } from './strategy-repository.ts';

/** All ports of one store, over one state. */
export interface Store {
  readonly scheduledChangeRequests: ScheduledChangeRequestRepository;
  readonly recorder: ScheduledChangeRequestRecorder;
  readonly strategies: StrategyRepository;
  readonly projects: ProjectRepository;
  readonly events: EventRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly transfer: StateTransfer;
  /** Asks the store whether it answers. */
  check(): ResultAsync<void, StoreUnavailable>;
  /** Lets go of files and connections. After it, every call must answer `StoreUnavailable`. */
  close(): Promise<void>;
}
