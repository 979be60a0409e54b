import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { ScheduledChangeRequestSummary } from '../model/scheduled-change-request.ts';
import { type Target, targetValue } from '../model/target.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestRepository } from '../ports/scheduled-change-request-repository.ts';

export interface SearchScheduledChangeRequestsQuery<Credentials> {
  readonly credentials: Credentials;
  readonly projectId: string;
  /** A target whose value no name can have, an empty one say, matches nothing. */
  readonly anyOf: readonly Target[];
}

export type SearchScheduledChangeRequestsError =
  | AuthorizerError
  | ProjectNotFound
  | StoreUnavailable;

/**
 * Answers the scheduled change requests of a project that touch any of the targets, in ascending order of id, for who
 * has the permission PROJECT_CHANGE_REQUEST_READ there.
 */
export type SearchScheduledChangeRequests<Credentials> = (
  query: SearchScheduledChangeRequestsQuery<Credentials>,
) => ResultAsync<readonly ScheduledChangeRequestSummary[], SearchScheduledChangeRequestsError>;

/** Makes the use case that searches what is scheduled in a project: {@link SearchScheduledChangeRequests}. */
export function makeSearchScheduledChangeRequests<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly scheduledChangeRequests: ScheduledChangeRequestRepository;
}): SearchScheduledChangeRequests<Credentials> {
  return ({ credentials, projectId, anyOf }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'PROJECT_CHANGE_REQUEST_READ', projectId })
      .andThen((): ReturnType<ScheduledChangeRequestRepository['search']> =>
        isName(projectId)
          ? ports.scheduledChangeRequests.search({
              projectId,
              anyOf: anyOf.filter((target) => isName(targetValue(target))),
            })
          : errAsync({ type: 'ProjectNotFound', projectId }),
      );
}
