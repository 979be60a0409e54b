import {
  type ProjectNotFound,
  type SearchScheduledChangeRequests,
  toResultAsync,
} from '@forewarn/core';
import {
  type DataAgeLimit,
  type DataTooOld,
  neverComplete,
  type ProjectRepository,
} from '@forewarn/record';
import { err, errAsync, ok } from 'neverthrow';

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
            toResultAsync(projects.list({ signal: input.signal })).andThen(({ length }) =>
              err(length > 0 ? error : neverComplete(input.projectId, limit)),
            )
          : errAsync(error),
      );

const isNotFound = (error: unknown): error is ProjectNotFound =>
  (error as ProjectNotFound).type === 'ProjectNotFound';
