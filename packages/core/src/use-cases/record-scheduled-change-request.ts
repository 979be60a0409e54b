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
import type {
  Precondition,
  Recorded,
  ScheduledChangeRequestRecorder,
} from '../ports/scheduled-change-request-recorder.ts';
import { problemsOfChangeRequest } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';

export interface RecordScheduledChangeRequestCommand<Credentials> {
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
 * Records a scheduled change request, or replaces the one of its project and id, for who has the permission
 * PROJECT_CHANGE_REQUEST_WRITE in its project and environment.
 */
export type RecordScheduledChangeRequest<Credentials> = (
  command: RecordScheduledChangeRequestCommand<Credentials>,
) => ResultAsync<Recorded, RecordScheduledChangeRequestError>;

/** Makes the use case that records one scheduled change request: {@link RecordScheduledChangeRequest}. */
export function makeRecordScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly recorder: Pick<ScheduledChangeRequestRecorder, 'record'>;
}): RecordScheduledChangeRequest<Credentials> {
  return ({ credentials, changeRequest, onlyIf }) =>
    ports.authorizer
      .authorize({
        credentials,
        permission: 'PROJECT_CHANGE_REQUEST_WRITE',
        projectId: changeRequest.project,
        environment: changeRequest.environment,
      })
      .andThrough(() => unlessProblems(problemsOfChangeRequest(changeRequest)))
      .andThen((principal) => ports.recorder.record(changeRequest, principal.name, onlyIf));
}
