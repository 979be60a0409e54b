import { okAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, BadData, Problem, ProjectNotFound } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import type {
  PutOutcome,
  ScheduledChangeRequestWriter,
} from '../ports/scheduled-change-request-writer.ts';
import { firstProblems } from '../rules/first-problems.ts';
import { problemsOfChangeRequest } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { authorize } from './ask-authorizer.ts';
import type { UseCase } from './use-case.ts';
import { findStored } from './find-stored.ts';
import { unlessProblems } from './unless-problems.ts';
import { writeWherePermitted } from './write-where-permitted.ts';

/** Maximum change requests per batch. */
export const MAX_BATCH = 1_000;

/**
 * Records scheduled change requests, or replaces those with the same ids: all or none. Needs
 * PROJECT_CHANGE_REQUEST_WRITE in the project, in each of their environments and of those that they replace.
 */
export type RecordScheduledChangeRequests<Credentials> = UseCase<
  Credentials,
  {
    readonly projectId: string;
    /** 1 to {@link MAX_BATCH} of that project, no two with the same id. */
    readonly changeRequests: readonly ScheduledChangeRequest[];
  },
  readonly PutOutcome[],
  BadData | ProjectNotFound
>;

/** Makes the use case {@link RecordScheduledChangeRequests}. */
export function makeRecordScheduledChangeRequests<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
  readonly writer: Pick<ScheduledChangeRequestWriter, 'putAll'>;
}): RecordScheduledChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, changeRequests, signal }) => {
    const permission = 'PROJECT_CHANGE_REQUEST_WRITE';
    // An empty batch has no environment, so only the project is authorized.
    const environments = new Set(changeRequests.map((each) => each.environment));
    const [first, ...others] = environments;
    const authorizeIn = (principal: Principal) => (environment: string) =>
      authorize(ports.authorizer, principal, permission, { projectId, environment }, { signal });

    return admit({ credentials, admissions, permission, projectId, environment: first, signal })
      .andThrough((principal) =>
        others.reduce<ResultAsync<void, AuthorizerError>>(
          (done, environment) => done.andThen(() => authorizeIn(principal)(environment)),
          okAsync(),
        ),
      )
      .andThrough(() => unlessProblems(firstProblems(problemsOfBatch(projectId, changeRequests))))
      .andThen((principal) =>
        writeWherePermitted({
          environments,
          authorize: authorizeIn(principal),
          keys: changeRequests.map(({ id }) => ({ projectId, id })),
          find: findStored(ports.reader, signal),
          write: (onlyIf) =>
            ports.writer.putAll(changeRequests, principal.name, { onlyIf, signal }),
        }),
      );
  };
}

function* problemsOfBatch(
  projectId: string,
  changeRequests: readonly ScheduledChangeRequest[],
): Generator<Problem, void, undefined> {
  // A store can't report an unknown project for an empty batch.
  if (changeRequests.length === 0 || changeRequests.length > MAX_BATCH) {
    yield { path: '', expected: `1 to ${MAX_BATCH} change requests` };
    return;
  }
  const indexOf = new Map<number, number>();
  for (const [index, changeRequest] of changeRequests.entries()) {
    const { id, project } = changeRequest;
    const first = indexOf.get(id) ?? index;
    indexOf.set(id, first);
    for (const { path, expected } of problemsOfChangeRequest(changeRequest)) {
      yield { path: `[${index}].${path}`, expected };
    }
    if (project !== projectId) yield { path: `[${index}].project`, expected: `"${projectId}"` };
    if (first !== index) yield { path: `[${index}].id`, expected: `another id than [${first}]` };
  }
}
