import type { BadData, PreconditionFailed, ProjectNotFound } from '../errors.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import type {
  Precondition,
  PutOutcome,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { problemsOfChangeRequest } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { authorize } from './ask-authorizer.ts';
import type { UseCase } from './use-case.ts';
import { findStored } from './find-stored.ts';
import { unlessProblems } from './unless-problems.ts';
import { writeWherePermitted } from './write-where-permitted.ts';

/**
 * Records a scheduled change request, or replaces the one with its project and id. Needs PROJECT_CHANGE_REQUEST_WRITE in
 * its project and environment, and in the environment of the one that it replaces.
 */
export type RecordScheduledChangeRequest<Credentials> = UseCase<
  Credentials,
  {
    readonly changeRequest: ScheduledChangeRequest;
    /** Must hold for the stored change request. */
    readonly onlyIf?: Precondition;
  },
  PutOutcome,
  BadData | ProjectNotFound | PreconditionFailed
>;

/** Makes the use case {@link RecordScheduledChangeRequest}. */
export function makeRecordScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'put'>;
}): RecordScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, changeRequest, onlyIf, signal }) => {
    const permission = 'PROJECT_CHANGE_REQUEST_WRITE';
    const { project: projectId, id, environment } = changeRequest;
    return admit({ credentials, admissions, permission, projectId, environment, signal })
      .andThrough(() => unlessProblems(problemsOfChangeRequest(changeRequest)))
      .andThen((principal) =>
        writeWherePermitted({
          environments: [environment],
          authorize: (stored) =>
            authorize(
              ports.authorizer,
              principal,
              permission,
              { projectId, environment: stored },
              { signal },
            ),
          keys: [{ projectId, id }],
          find: findStored(ports.reader, signal),
          onlyIf,
          write: (permitted) =>
            ports.writer.put(changeRequest, principal.name, { onlyIf: permitted, signal }),
        }),
      );
  };
}
