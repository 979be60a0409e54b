import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import type { Target } from '../model/target.ts';
import { type DataAgeLimit, namedTargets, unlessNoChangeRequest, unlessTooOld } from './checks.ts';
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
        ports.reader.find({ projectId, id }, options),
      ),
    ({ projectId }) => ({ projectId }),
  );

/** A search in one project. */
export interface SearchCommand extends InProject {
  /** A target whose value isn't a valid name, such as an empty one, matches nothing. Duplicates are ignored. */
  readonly anyOf: readonly Target[];
}

/**
 * Returns the scheduled change requests of a project that touch at least one of the targets, in ascending order of id,
 * and how current the project's data is. Needs PROJECT_CHANGE_REQUEST_READ in the project.
 */
export const makeSearchScheduledChangeRequests = <Credentials>(
  ports: DataAgeLimit & Ports<Credentials, { reader: 'search' }>,
) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, anyOf }: SearchCommand, { name: caller }, options) =>
      ports.reader
        .search({ projectId, anyOf: namedTargets(anyOf) }, { ...options, caller })
        .andThrough(({ coverage }) => unlessTooOld([{ projectId, coverage }], ports)),
  );
