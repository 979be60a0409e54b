import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, ChangeRequestNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequestRecorder,
} from '../ports/scheduled-change-request-recorder.ts';

export interface FindScheduledChangeRequestQuery<Credentials> extends ChangeRequestKey {
  readonly credentials: Credentials;
}

export type FindScheduledChangeRequestError =
  | AuthorizerError
  | ChangeRequestNotFound
  | StoreUnavailable;

/**
 * Answers a scheduled change request as it was recorded, for who has the permission PROJECT_CHANGE_REQUEST_READ in its
 * project.
 */
export type FindScheduledChangeRequest<Credentials> = (
  query: FindScheduledChangeRequestQuery<Credentials>,
) => ResultAsync<ScheduledChangeRequest, FindScheduledChangeRequestError>;

/** Makes the use case that answers one scheduled change request: {@link FindScheduledChangeRequest}. */
export function makeFindScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly recorder: Pick<ScheduledChangeRequestRecorder, 'find'>;
}): FindScheduledChangeRequest<Credentials> {
  return ({ credentials, projectId, id }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'PROJECT_CHANGE_REQUEST_READ', projectId })
      .andThen((): ReturnType<ScheduledChangeRequestRecorder['find']> =>
        isName(projectId) && Number.isSafeInteger(id)
          ? ports.recorder.find({ projectId, id })
          : errAsync({ type: 'ChangeRequestNotFound', projectId, id }),
      );
}
