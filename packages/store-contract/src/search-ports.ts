import type {
  ChangeRequestKey,
  Project,
  ScheduledChangeRequest,
  ScheduledChangeRequestReader,
} from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';

/**
 * The ports that `searchContracts` need: the search under test, and writes that fill the store. A `Store` has all of
 * them. An error of a write fails the case.
 */
export interface SearchPorts {
  readonly reader: Pick<ScheduledChangeRequestReader, 'search'>;
  readonly projects: {
    /** Adds a project. */
    register(project: Project, by: string): ResultAsync<unknown, unknown>;
  };
  readonly writer: {
    /** Stores a change request of a registered project, or replaces the one with its project and id. */
    put(changeRequest: ScheduledChangeRequest, by: string): ResultAsync<unknown, unknown>;
    /** Removes a stored change request. */
    remove(key: ChangeRequestKey, by: string): ResultAsync<unknown, unknown>;
  };
}
