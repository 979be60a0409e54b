import { err, errAsync, ok } from 'neverthrow';
import type { DataTooOld } from '../recorded-errors.ts';
import type { ProjectNotFound } from '../errors.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { type DataAgeLimit, neverComplete } from './data-age.ts';
import type { SearchScheduledChangeRequests } from './search-scheduled-change-requests.ts';

/** Makes a search in copies of an upstream return `DataTooOld` for a project until it was copied. */
export const withCopiesOnly =
  <Credentials, E>(
    search: SearchScheduledChangeRequests<Credentials, E>,
    { projects, ...limit }: DataAgeLimit & { readonly projects: Pick<ProjectRepository, 'list'> },
  ): SearchScheduledChangeRequests<Credentials, E | DataTooOld> =>
  (input) =>
    search(input)
      .andThrough(({ coverage }) =>
        coverage.kind === 'none' ? err(neverComplete(input.projectId, limit)) : ok(),
      )
      .orElse((error) =>
        isNotFound(error)
          ? // Before the first copy, nothing says that the upstream does not have the project.
            toResultAsync(projects.list(input)).andThen(({ length }) =>
              err(length > 0 ? error : neverComplete(input.projectId, limit)),
            )
          : errAsync(error),
      );

const isNotFound = (error: unknown): error is ProjectNotFound =>
  (error as ProjectNotFound).type === 'ProjectNotFound';
