import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  ChangeRequestNotFound,
  PreconditionFailed,
  StoreUnavailable,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type {
  ChangeRequestKey,
  Precondition,
  ScheduledChangeRequestRecorder,
} from '../ports/scheduled-change-request-recorder.ts';

export interface WithdrawScheduledChangeRequestCommand<Credentials> extends ChangeRequestKey {
  readonly credentials: Credentials;
  /** What has to hold of the one that is there. */
  readonly onlyIf?: Precondition;
}

export type WithdrawScheduledChangeRequestError =
  | AuthorizerError
  | ChangeRequestNotFound
  | PreconditionFailed
  | StoreUnavailable;

/**
 * Withdraws a scheduled change request, for who has the permission PROJECT_CHANGE_REQUEST_WRITE in its project.
 */
export type WithdrawScheduledChangeRequest<Credentials> = (
  command: WithdrawScheduledChangeRequestCommand<Credentials>,
) => ResultAsync<void, WithdrawScheduledChangeRequestError>;

/** Makes the use case that withdraws a scheduled change request: {@link WithdrawScheduledChangeRequest}. */
export function makeWithdrawScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly recorder: Pick<ScheduledChangeRequestRecorder, 'withdraw'>;
}): WithdrawScheduledChangeRequest<Credentials> {
  return ({ credentials, projectId, id, onlyIf }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'PROJECT_CHANGE_REQUEST_WRITE', projectId })
      .andThen((principal): ResultAsync<void, WithdrawScheduledChangeRequestError> =>
        isName(projectId) && Number.isSafeInteger(id)
          ? ports.recorder.withdraw({ projectId, id }, principal.name, onlyIf)
          : errAsync({ type: 'ChangeRequestNotFound', projectId, id }),
      );
}
