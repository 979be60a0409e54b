import type { ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  BadData,
  Problem,
  ProjectNotFound,
  StoreUnavailable,
} from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type {
  Recorded,
  ScheduledChangeRequestRecorder,
} from '../ports/scheduled-change-request-recorder.ts';
import { problemsOfChangeRequest } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';

/** So many change requests can be recorded at once. */
export const MAX_BATCH = 1_000;

export interface RecordScheduledChangeRequestsCommand<Credentials> {
  readonly credentials: Credentials;
  readonly projectId: string;
  /** 1 to {@link MAX_BATCH} of that project, no two of one id. */
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

export type RecordScheduledChangeRequestsError =
  | AuthorizerError
  | BadData
  | ProjectNotFound
  | StoreUnavailable;

/**
 * Records scheduled change requests, or replaces those of their ids, all or none, for who has the permission
 * PROJECT_CHANGE_REQUEST_WRITE in the project, in each of their environments.
 */
export type RecordScheduledChangeRequests<Credentials> = (
  command: RecordScheduledChangeRequestsCommand<Credentials>,
) => ResultAsync<readonly Recorded[], RecordScheduledChangeRequestsError>;

/** Makes the use case that records scheduled change requests, all or none: {@link RecordScheduledChangeRequests}. */
export function makeRecordScheduledChangeRequests<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly recorder: Pick<ScheduledChangeRequestRecorder, 'recordAll'>;
}): RecordScheduledChangeRequests<Credentials> {
  return ({ credentials, projectId, changeRequests }) => {
    const authorize = (environment: string | undefined): ResultAsync<Principal, AuthorizerError> =>
      ports.authorizer.authorize({
        credentials,
        permission: 'PROJECT_CHANGE_REQUEST_WRITE',
        projectId,
        ...(environment === undefined ? {} : { environment }),
      });
    // Of an empty batch the project alone is asked about.
    const [first, ...others] = new Set(changeRequests.map(({ environment }) => environment));
    return others
      .reduce((known, environment) => known.andThen(() => authorize(environment)), authorize(first))
      .andThrough(() => unlessProblems(problemsOfBatch(projectId, changeRequests)))
      .andThen((principal) => ports.recorder.recordAll(changeRequests, principal.name));
  };
}

function problemsOfBatch(
  projectId: string,
  changeRequests: readonly ScheduledChangeRequest[],
): readonly Problem[] {
  // An empty batch could not tell that its project does not exist.
  if (changeRequests.length === 0 || changeRequests.length > MAX_BATCH) {
    return [{ path: '', expected: `1 to ${MAX_BATCH} change requests` }];
  }
  const firstOf = new Map<number, number>();
  return changeRequests.flatMap((changeRequest, index) => {
    const { id, project } = changeRequest;
    const first = firstOf.get(id) ?? index;
    firstOf.set(id, first);
    return [
      ...problemsOfChangeRequest(changeRequest),
      ...(project === projectId ? [] : [{ path: 'project', expected: `"${projectId}"` }]),
      ...(first === index ? [] : [{ path: 'id', expected: `another id than that of [${first}]` }]),
    ].map(({ path, expected }) => ({ path: `[${index}].${path}`, expected }));
  });
}
