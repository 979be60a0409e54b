import { errAsync } from 'neverthrow';
import type { ProjectNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { ScheduledChangeRequestSummary } from '../model/scheduled-change-request.ts';
import { distinctTargets, type Target, targetValue } from '../model/target.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns the scheduled change requests of a project that touch at least one of the targets, in ascending order of id.
 * Needs PROJECT_CHANGE_REQUEST_READ in the project.
 */
export type SearchScheduledChangeRequests<Credentials> = UseCase<
  Credentials,
  {
    readonly projectId: string;
    /** A target whose value isn't a valid name, such as an empty one, matches nothing. Duplicates are ignored. */
    readonly anyOf: readonly Target[];
  },
  readonly ScheduledChangeRequestSummary[],
  ProjectNotFound
>;

/** Makes the use case {@link SearchScheduledChangeRequests}. */
export function makeSearchScheduledChangeRequests<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'search'>;
}): SearchScheduledChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, projectId, anyOf, signal }) =>
    admit({ credentials, permission: 'PROJECT_CHANGE_REQUEST_READ', projectId, signal }).andThen(
      (): ReturnType<ScheduledChangeRequestReader['search']> =>
        isName(projectId)
          ? ports.reader.search(
              {
                projectId,
                anyOf: distinctTargets(anyOf).filter((target) => isName(targetValue(target))),
              },
              { signal },
            )
          : errAsync({ type: 'ProjectNotFound', projectId }),
    );
}
