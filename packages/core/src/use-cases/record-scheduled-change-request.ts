import type { ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  BadData,
  PreconditionFailed,
  ProjectNotFound,
  StoreUnavailable,
} from '../errors.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type {
  Precondition,
  PutOutcome,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { problemsOfChangeRequest } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';
import { makeAdmit } from './admit.ts';

export interface RecordScheduledChangeRequestCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly changeRequest: ScheduledChangeRequest;
  /** What has to hold of the one that is there. */
  readonly onlyIf?: Precondition;
}

export type RecordScheduledChangeRequestError =
  | AuthorizerError
  | BadData
  | ProjectNotFound
  | PreconditionFailed
  | StoreUnavailable;

/**
 * Records a scheduled change request, or replaces the one with its project and id. Needs PROJECT_CHANGE_REQUEST_WRITE in
 * its project and environment.
 */
export type RecordScheduledChangeRequest<Credentials> = (
  command: RecordScheduledChangeRequestCommand<Credentials>,
) => ResultAsync<PutOutcome, RecordScheduledChangeRequestError>;

/** Makes the use case {@link RecordScheduledChangeRequest}. */
export function makeRecordScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'put'>;
}): RecordScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, changeRequest, onlyIf, signal }) =>
    admit({
      credentials,
      permission: 'PROJECT_CHANGE_REQUEST_WRITE',
      projectId: changeRequest.project,
      environment: changeRequest.environment,
      signal,
    })
      .andThrough(() => unlessProblems(problemsOfChangeRequest(changeRequest)))
      .andThen((principal) => ports.writer.put(changeRequest, principal.name, { onlyIf, signal }));
}
