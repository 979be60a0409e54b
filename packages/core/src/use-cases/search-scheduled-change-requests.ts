import { errAsync, type ResultAsync } from 'neverthrow';
import type { DataTooOld, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Target } from '../model/target.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type {
  ScheduledChangeRequestMatches,
  ScheduledChangeRequestReader,
} from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { DataAgeLimit } from './data-age-limit.ts';
import { namedTargets } from './named-targets.ts';
import { unlessTooOld } from './unless-too-old.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns the scheduled change requests of a project that touch at least one of the targets, in ascending order of id,
 * and how current the project's data is. Needs PROJECT_CHANGE_REQUEST_READ in the project.
 */
export type SearchScheduledChangeRequests<Credentials> = UseCase<
  Credentials,
  {
    readonly projectId: string;
    /** A target whose value isn't a valid name, such as an empty one, matches nothing. Duplicates are ignored. */
    readonly anyOf: readonly Target[];
  },
  ScheduledChangeRequestMatches,
  ProjectNotFound | DataTooOld
>;

/** Makes the use case {@link SearchScheduledChangeRequests}. */
export function makeSearchScheduledChangeRequests<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'search'>;
  },
): SearchScheduledChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, anyOf, signal }) =>
    admit({
      credentials,
      admissions,
      permission: 'PROJECT_CHANGE_REQUEST_READ',
      projectId,
      signal,
    }).andThen(
      (
        principal,
      ): ResultAsync<
        ScheduledChangeRequestMatches,
        ProjectNotFound | DataTooOld | StoreUnavailable
      > => {
        if (!isName(projectId)) return errAsync({ type: 'ProjectNotFound', projectId });
        return ports.reader
          .search({ projectId, anyOf: namedTargets(anyOf) }, { signal, caller: principal.name })
          .andThrough(({ coverage }) => unlessTooOld([{ projectId, coverage }], ports));
      },
    );
}
