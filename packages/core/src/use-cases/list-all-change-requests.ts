import { errAsync, type ResultAsync } from 'neverthrow';
import type { DataTooOld, NoAccess, StoreUnavailable } from '../errors.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import type { ListingPage } from '../ports/scheduled-change-request-listing.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { DataAgeLimit } from './data-age-limit.ts';
import type { ListingCommand } from './list-change-requests.ts';
import { namedTargets } from './named-targets.ts';
import { readableProjects } from './permitted-projects.ts';
import { unlessTooOld } from './unless-too-old.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns a page of the scheduled change requests of all projects in which the principal has PROJECT_CHANGE_REQUEST_READ, by
 * time, project and id. Without any such project, the result is `NoAccess`: an empty page would say that nothing is
 * scheduled.
 */
export type ListAllChangeRequests<Credentials> = UseCase<
  Credentials,
  ListingCommand,
  ListingPage,
  DataTooOld
>;

const PERMISSION = 'PROJECT_CHANGE_REQUEST_READ';

/** Makes the use case {@link ListAllChangeRequests}. */
export function makeListAllChangeRequests<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly projects: Pick<ProjectRepository, 'list'>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'list'>;
  },
): ListAllChangeRequests<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal, ...query }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen((principal) =>
      ports.projects.list({ signal }).andThen((projects) => {
        const ids = projects.map(({ id }) => id);
        return readableProjects(ports.authorizer, principal, ids, { signal }).andThen(
          (readable): ResultAsync<ListingPage, NoAccess | DataTooOld | StoreUnavailable> => {
            if (readable.size === 0 && ids.length > 0) {
              return errAsync({ type: 'NoAccess', permission: PERMISSION });
            }
            const { anyOf } = query;
            return ports.reader
              .list(
                { ...query, anyOf: anyOf && namedTargets(anyOf), projectIds: [...readable] },
                { signal, caller: principal.name },
              )
              .andThrough((page) => unlessTooOld(page.projects, ports));
          },
        );
      }),
    );
}
