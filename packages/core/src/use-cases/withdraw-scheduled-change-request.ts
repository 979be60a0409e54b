import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  ChangeRequestNotFound,
  PreconditionFailed,
  StoreUnavailable,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import type {
  Precondition,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { makeAdmit } from './admit.ts';

export interface WithdrawScheduledChangeRequestCommand<Credentials>
  extends ChangeRequestKey, CallOptions {
  readonly credentials: Credentials;
  /** What has to hold of the one that is there. */
  readonly onlyIf?: Precondition;
}

export type WithdrawScheduledChangeRequestError =
  | AuthorizerError
  | ChangeRequestNotFound
  | PreconditionFailed
  | StoreUnavailable;

/** Withdraws a scheduled change request. Needs PROJECT_CHANGE_REQUEST_WRITE in its project. */
export type WithdrawScheduledChangeRequest<Credentials> = (
  command: WithdrawScheduledChangeRequestCommand<Credentials>,
) => ResultAsync<void, WithdrawScheduledChangeRequestError>;

/** Makes the use case {@link WithdrawScheduledChangeRequest}. */
export function makeWithdrawScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'remove'>;
}): WithdrawScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, projectId, id, onlyIf, signal }) =>
    admit({ credentials, permission: 'PROJECT_CHANGE_REQUEST_WRITE', projectId, signal }).andThen(
      (principal): ResultAsync<void, WithdrawScheduledChangeRequestError> =>
        isName(projectId) && Number.isSafeInteger(id)
          ? ports.writer.remove({ projectId, id }, principal.name, { onlyIf, signal })
          : errAsync({ type: 'ChangeRequestNotFound', projectId, id }),
    );
}
