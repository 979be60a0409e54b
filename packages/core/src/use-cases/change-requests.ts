import type { ChangeRequestNotFound, DataTooOld, ProjectNotFound } from '../errors.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { Target } from '../model/target.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type {
  ScheduledChangeRequestReader,
  ScheduledChangeRequestMatches,
} from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import {
  type DataAgeLimit,
  namedTargets,
  unlessTooOld,
  unlessNoProject,
  unlessNoChangeRequest,
} from './checks.ts';
import type { UseCase } from './use-case.ts';

/** Returns a scheduled change request as it was recorded. Needs PROJECT_CHANGE_REQUEST_READ in its project. */
export type FindScheduledChangeRequest<Credentials> = UseCase<
  Credentials,
  ChangeRequestKey,
  ScheduledChangeRequest,
  ChangeRequestNotFound
>;

/** Makes the use case {@link FindScheduledChangeRequest}. */
export function makeFindScheduledChangeRequest<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly reader: Pick<ScheduledChangeRequestReader, 'find'>;
}): FindScheduledChangeRequest<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, id, signal }) =>
    admit({
      credentials,
      admissions,
      permission: 'PROJECT_CHANGE_REQUEST_READ',
      projectId,
      signal,
    })
      .andThrough(() => unlessNoChangeRequest({ projectId, id }))
      .andThen(() => ports.reader.find({ projectId, id }, { signal }));
}

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
    })
      .andThrough(() => unlessNoProject(projectId))
      .andThen((principal) =>
        ports.reader
          .search({ projectId, anyOf: namedTargets(anyOf) }, { signal, caller: principal.name })
          .andThrough(({ coverage }) => unlessTooOld([{ projectId, coverage }], ports)),
      );
}
