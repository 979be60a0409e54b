import { err, errAsync, type Result, type ResultAsync } from 'neverthrow';
import type { DataTooOld, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ListingPage, ListingQuery } from '../ports/scheduled-change-request-listing.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { DataAgeLimit } from './data-age-limit.ts';
import { namedTargets } from './named-targets.ts';
import { unlessTooOld } from './unless-too-old.ts';
import type { UseCase } from './use-case.ts';

/** A page of a listing in the projects that a use case looks in. */
export type ListingCommand = Omit<ListingQuery, 'projectIds'>;

/**
 * Returns a page of the scheduled change requests of a project, by time and then by id. Needs PROJECT_CHANGE_REQUEST_READ in
 * the project.
 */
export type ListChangeRequests<Credentials> = UseCase<
  Credentials,
  ListingCommand & { readonly projectId: string },
  ListingPage,
  ProjectNotFound | DataTooOld
>;

/** Makes the use case {@link ListChangeRequests}. */
export function makeListChangeRequests<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'list'>;
  },
): ListChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, signal, ...query }) =>
    admit({
      credentials,
      admissions,
      permission: 'PROJECT_CHANGE_REQUEST_READ',
      projectId,
      signal,
    }).andThen(
      (principal): ResultAsync<ListingPage, ProjectNotFound | DataTooOld | StoreUnavailable> => {
        const notFound = { type: 'ProjectNotFound', projectId } as const;
        if (!isName(projectId)) return errAsync(notFound);
        const { anyOf } = query;
        return ports.reader
          .list(
            { ...query, anyOf: anyOf && namedTargets(anyOf), projectIds: [projectId] },
            { signal, caller: principal.name },
          )
          .andThrough(({ projects }): Result<void, ProjectNotFound | DataTooOld> =>
            projects.length === 0 ? err(notFound) : unlessTooOld(projects, ports),
          );
      },
    );
}
