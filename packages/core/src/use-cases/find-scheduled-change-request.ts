import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, ChangeRequestNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';

export interface FindScheduledChangeRequestQuery<Credentials>
  extends ChangeRequestKey, CallOptions {
  readonly credentials: Credentials;
}

export type FindScheduledChangeRequestError =
  | AuthorizerError
  | ChangeRequestNotFound
  | StoreUnavailable;

/** Returns a scheduled change request as it was recorded. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export type FindScheduledChangeRequest<Credentials> = (
  query: FindScheduledChangeRequestQuery<Credentials>,
) => ResultAsync<ScheduledChangeRequest, FindScheduledChangeRequestError>;

/** Makes the use case {@link FindScheduledChangeRequest}. */
export function makeFindScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
}): FindScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, projectId, id, signal }) =>
    admit({ credentials, permission: 'PROJECT_CHANGE_REQUEST_READ', projectId, signal }).andThen(
      (): ReturnType<ScheduledChangeRequestReader['find']> =>
        isName(projectId) && Number.isSafeInteger(id)
          ? ports.reader.find({ projectId, id }, { signal })
          : errAsync({ type: 'ChangeRequestNotFound', projectId, id }),
    );
}
