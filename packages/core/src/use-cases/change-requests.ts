import { err, errAsync } from 'neverthrow';
import {
  type ChangeRequestKey,
  type ScheduledChangeRequestSummary,
  shownTitle,
} from '../model/scheduled-change-request.ts';
import { isSearched, type SearchedTarget, type Target } from '../model/target.ts';
import { toResultAsync } from '../ports/port-result.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import {
  type DataAgeLimit,
  namedTargets,
  neverComplete,
  unlessNoChangeRequest,
  unlessTooOld,
} from './checks.ts';
import { askedIn, type KnownNames, unlessOdd } from './odd-names.ts';
import { type InProject, type Ports, projectUseCase, useCase } from './use-case.ts';

/** Returns a scheduled change request as it was recorded. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export const makeFindScheduledChangeRequest = <Credentials>(
  ports: Ports<Credentials, { reader: 'find' }>,
) =>
  useCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, id }: ChangeRequestKey, _principal, options) =>
      unlessNoChangeRequest({ projectId, id }).asyncAndThen(() =>
        toResultAsync(ports.reader.find({ projectId, id }, options)),
      ),
    ({ projectId }) => ({ projectId }),
  );

/** A search in one project. */
export interface SearchCommand extends InProject {
  /**
   * A target whose value isn't a valid name, such as an empty one, matches nothing. An odd one (`isOddName`) that is recorded
   * nowhere is `BadData`. Duplicates are ignored.
   */
  readonly anyOf: readonly SearchedTarget[];
}

/** The ports of a search. */
type SearchPorts<Credentials> = DataAgeLimit &
  KnownNames &
  Ports<Credentials, { reader: 'search' }> & {
    /** The copies of an upstream; absent if the store owns the projects. */
    readonly copies?: Pick<ProjectRepository, 'list'> | undefined;
  };

/**
 * Returns the scheduled change requests of a project that touch at least one of the targets, in ascending order of id,
 * and how current the project's data is. Needs PROJECT_CHANGE_REQUEST_READ in the project. The result is `DataTooOld` for a
 * project of an upstream until it was copied.
 */
export const makeSearchScheduledChangeRequests = <Credentials>(ports: SearchPorts<Credentials>) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, anyOf }: SearchCommand, { name: caller }, options) => {
      const { copies, reader } = ports;
      const search = (targets: readonly SearchedTarget[]) =>
        toResultAsync(reader.search({ projectId, anyOf: targets }, { ...options, caller }));
      const found = search(namedTargets(anyOf))
        .andThen(({ coverage, changeRequests }) => {
          const isCopied = copies === undefined || coverage.kind !== 'none';
          const known = isCopied
            ? unlessTooOld([{ projectId, coverage }], ports)
            : err(neverComplete(projectId, ports));
          return known.map(() => ({ coverage, changeRequests: changeRequests.map(shown) }));
        })
        .andThrough(() => {
          const isTouched = (target: Target) =>
            search(isSearched(target) ? [target] : []).map((one) => one.changeRequests.length > 0);
          return unlessOdd(ports, askedIn(anyOf), [projectId], isTouched, options);
        });
      if (copies === undefined) return found;
      return found.orElse((error) =>
        error.type === 'ProjectNotFound'
          ? // Before the first copy, nothing says that the upstream does not have the project.
            toResultAsync(copies.list(options)).andThen(({ length }) =>
              err(length > 0 ? error : neverComplete(projectId, ports)),
            )
          : errAsync(error),
      );
    },
  );

function shown(summary: ScheduledChangeRequestSummary): ScheduledChangeRequestSummary {
  const { title = '' } = summary;
  return shownTitle(title) === title ? summary : { ...summary, title: shownTitle(title) };
}
