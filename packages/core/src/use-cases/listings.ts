import { err, errAsync, type Result, type ResultAsync, ok } from 'neverthrow';
import type {
  DataTooOld,
  ProjectNotFound,
  StoreUnavailable,
  NoAccess,
  BadData,
} from '../errors.ts';
import type { Coverage } from '../model/project.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import type { ListingPage, ListingQuery } from '../ports/scheduled-change-request-listing.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import { type DataAgeLimit, namedTargets, unlessTooOld, unlessNoProject } from './checks.ts';
import { readableProjects } from './permitted-projects.ts';
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
    })
      .andThrough(() => unlessNoProject(projectId))
      .andThen(
        (principal): ResultAsync<ListingPage, ProjectNotFound | DataTooOld | StoreUnavailable> => {
          const notFound = { type: 'ProjectNotFound', projectId } as const;
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

/** Maximum change requests of a calendar. */
export const MAX_CALENDAR_ENTRIES = 5_000;

/** Maximum size of all change requests of a calendar as JSON text, in bytes of UTF-8. */
const MAX_CALENDAR_BYTES = 8 * 1_024 * 1_024;

/** What is scheduled in a project, and when. */
export interface Calendar {
  readonly coverage: Coverage;
  /** Those with a time, by time and then by id. */
  readonly changeRequests: readonly ScheduledChangeRequest[];
}

/**
 * Returns the scheduled change requests of a project that have a time, all at once. Needs READ_CALENDAR in the project. A
 * calendar shows no header and no warning, so data that was never complete is `DataTooOld`, whatever its age limit.
 */
export type ReadCalendar<Credentials> = UseCase<
  Credentials,
  { readonly projectId: string },
  Calendar,
  ProjectNotFound | DataTooOld | BadData
>;

/** Makes the use case {@link ReadCalendar}. */
export function makeReadCalendar<Credentials>(
  ports: DataAgeLimit & {
    readonly authorizer: Authorizer<Credentials>;
    readonly reader: Pick<ScheduledChangeRequestReader, 'list'>;
  },
): ReadCalendar<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, signal }) =>
    admit({ credentials, admissions, permission: 'READ_CALENDAR', projectId, signal })
      .andThrough(() => unlessNoProject(projectId))
      .andThen(
        (
          principal,
        ): ResultAsync<Calendar, ProjectNotFound | DataTooOld | BadData | StoreUnavailable> => {
          const query = {
            projectIds: [projectId],
            from: Number.MIN_SAFE_INTEGER,
            limit: MAX_CALENDAR_ENTRIES,
            maxBytes: MAX_CALENDAR_BYTES,
          };
          return ports.reader
            .list(query, { signal, caller: principal.name })
            .andThen((page) => calendarOf(projectId, page, ports));
        },
      );
}

function calendarOf(
  projectId: string,
  { projects, changeRequests, hasMore }: ListingPage,
  limit: DataAgeLimit,
): Result<Calendar, ProjectNotFound | DataTooOld | BadData> {
  const [project] = projects;
  if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
  const { coverage } = project;
  if (coverage.kind === 'none') {
    const { maxDataAgeMs = Infinity } = limit;
    return err({ type: 'DataTooOld', projectId, coverage, maxDataAgeMs });
  }
  return unlessTooOld(projects, limit).andThen(() =>
    hasMore ? err(TOO_MUCH) : ok({ coverage, changeRequests }),
  );
}

/** A calendar that ends early would look whole. */
const TOO_MUCH: BadData = {
  type: 'BadData',
  problems: [
    {
      path: 'the calendar',
      expected: `at most ${MAX_CALENDAR_ENTRIES} change requests of 8 MiB in all; list them page by page instead`,
    },
  ],
};
