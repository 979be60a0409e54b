import type {
  ChangeRequestKey,
  Project,
  ScheduledChangeRequest,
  ScheduledChangeRequestRepository,
} from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';

/**
 * What `searchContracts` need: the search, which they test, and how what it searches comes to be there, which is yours.
 * A `Store` is one. An error of what is yours fails the case.
 */
export interface SearchPorts {
  readonly scheduledChangeRequests: ScheduledChangeRequestRepository;
  readonly projects: {
    /** Adds a project. */
    register(project: Project, by: string): ResultAsync<unknown, unknown>;
  };
  readonly recorder: {
    /** Schedules a change request of a project that is there, or replaces the one of its project and id. */
    record(changeRequest: ScheduledChangeRequest, by: string): ResultAsync<unknown, unknown>;
    /** Ends a change request that is scheduled. */
    withdraw(key: ChangeRequestKey, by: string): ResultAsync<unknown, unknown>;
  };
}
