import { ok } from 'neverthrow';
import type { ProjectNotFound } from './errors.ts';
import { summaryOf } from './scheduled-change-request.ts';
import type { SearchedTarget } from './target.ts';
import { toResultAsync } from './port-result.ts';
import type { ScheduledChangeRequestMatches, SearchReader } from './search-reader.ts';
import { namedTargets } from './checks.ts';
import { type InProject, type Ports, projectUseCase, type UseCase } from './use-case.ts';

interface SearchCommand extends InProject {
  /** A target whose value isn't a valid name, such as an empty one, matches nothing. Duplicates are ignored. */
  readonly anyOf: readonly SearchedTarget[];
}

/** A search, and what wraps one: `E` is the errors of its decorators. */
export type SearchScheduledChangeRequests<Credentials, E = never> = UseCase<
  Credentials,
  SearchCommand,
  ScheduledChangeRequestMatches,
  ProjectNotFound | E
>;

/**
 * Returns the scheduled change requests of a project that touch at least one of the targets, in ascending order of id,
 * and how current the project's data is. Needs PROJECT_CHANGE_REQUEST_READ in the project.
 */
export const makeSearchScheduledChangeRequests = <Credentials>(
  ports: Ports<Credentials, { readonly reader: SearchReader }>,
): SearchScheduledChangeRequests<Credentials> =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, anyOf }: SearchCommand, { name: caller }, options) =>
      toResultAsync(
        ports.reader.search({ projectId, anyOf: namedTargets(anyOf) }, { ...options, caller }),
      ).andThen(({ coverage, changeRequests }) =>
        ok({ coverage, changeRequests: changeRequests.map(summaryOf) }),
      ),
  );
