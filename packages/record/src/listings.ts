import {
  type BadData,
  type CallOptions,
  type Coverage,
  type InProject,
  isSearched,
  namedTargets,
  type NoAccess,
  type Ports,
  type Principal,
  type ProjectNotFound,
  projectUseCase,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  type Target,
  targetValue,
  toResultAsync,
  useCase,
} from '@forewarn/core';
import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import type { ListingPage, ListingQuery, ListingReader } from './listing-reader.ts';
import type { ProjectRepository } from './project-repository.ts';
import type { DataTooOld } from './errors.ts';
import { badData } from './problems-of.ts';
import { type DataAgeLimit, neverComplete, unlessTooOld } from './data-age.ts';
import { unlessUnregistered } from './recorded-checks.ts';
import { askedEnvironments, askedIn, type KnownNames, unlessOdd } from './odd-names.ts';
import { listReadable } from './permitted-projects.ts';

/** A page of a listing in the projects that a use case looks in. */
export type ListingCommand = Omit<ListingQuery, 'projectIds'>;

type ListingPorts<Credentials> = DataAgeLimit &
  KnownNames &
  Ports<Credentials, { readonly reader: Pick<ListingReader, 'list'> }>;

/**
 * Returns a page of the scheduled change requests of a project, by time and then by id. Needs PROJECT_CHANGE_REQUEST_READ in
 * the project.
 */
export const makeListChangeRequests = <Credentials>(ports: ListingPorts<Credentials>) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, ...query }: ListingCommand & InProject, principal, options) =>
      pageOf(ports, query, [projectId], principal, options)
        .andThrough(({ projects }) => unlessUnregistered(projectId, projects))
        .andThrough(({ projects }) => unlessTooOld(projects, ports))
        .andThrough(() => unlessMistyped(ports, query, [projectId], principal, options)),
  );

/**
 * Returns a page of the scheduled change requests of all projects in which the principal has PROJECT_CHANGE_REQUEST_READ, by
 * time, project and id. Without any such project, the result is `NoAccess`: an empty page would say that nothing is
 * scheduled.
 */
export const makeListAllChangeRequests = <Credentials>(
  ports: ListingPorts<Credentials> &
    Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'list'> }>,
) =>
  useCase(ports, undefined, (query: ListingCommand, principal, options) =>
    listReadable(ports, principal, options)
      .andThen(
        ({ readable, hasNone }): ResultAsync<ListingPage, BadData | NoAccess | StoreUnavailable> =>
          hasNone
            ? errAsync({ type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' })
            : pageOf(ports, query, [...readable], principal, options).andThrough(() =>
                unlessMistyped(ports, query, [...readable], principal, options),
              ),
      )
      .andThrough(({ projects }) => unlessTooOld(projects, ports)),
  );

const pageOf = (
  { reader }: ListingPorts<unknown>,
  { anyOf, ...query }: ListingCommand,
  projectIds: readonly string[],
  { name: caller }: Principal,
  options: CallOptions,
) =>
  toResultAsync(
    reader.list(
      { ...query, anyOf: anyOf && namedTargets(anyOf), projectIds },
      { ...options, caller },
    ),
  );

/** Returns `BadData` for an odd name in a query that nothing in the projects has. */
function unlessMistyped(
  ports: ListingPorts<unknown>,
  { anyOf = [], environments }: ListingCommand,
  projectIds: readonly string[],
  principal: Principal,
  options: CallOptions,
): ResultAsync<void, BadData | StoreUnavailable> {
  const asked = [...askedIn(anyOf), ...askedEnvironments(environments)];
  const isListed = (target: Target): ResultAsync<boolean, StoreUnavailable> => {
    const filter = isSearched(target)
      ? { anyOf: [target] }
      : { environments: [targetValue(target)] };
    return pageOf(ports, { ...filter, limit: 1, maxBytes: 1 }, projectIds, principal, options).map(
      ({ changeRequests }) => changeRequests.length > 0,
    );
  };
  return unlessOdd(ports, asked, projectIds, isListed, options);
}

/** Maximum change requests of a calendar. */
const MAX_CALENDAR_ENTRIES = 5_000;

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
export const makeReadCalendar = <Credentials>(ports: ListingPorts<Credentials>) =>
  projectUseCase(ports, 'READ_CALENDAR', ({ projectId }: InProject, principal, options) => {
    const query = {
      from: Number.MIN_SAFE_INTEGER,
      limit: MAX_CALENDAR_ENTRIES,
      maxBytes: MAX_CALENDAR_BYTES,
    };
    return pageOf(ports, query, [projectId], principal, options).andThen((page) =>
      calendarOf(projectId, page, ports),
    );
  });

function calendarOf(
  projectId: string,
  { projects, changeRequests, hasMore }: ListingPage,
  limit: DataAgeLimit,
): Result<Calendar, ProjectNotFound | DataTooOld | BadData> {
  const [project] = projects;
  if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
  const { coverage } = project;
  if (coverage.kind === 'none') return err(neverComplete(projectId, limit));
  return unlessTooOld(projects, limit).andThen(() =>
    hasMore ? err(TOO_MUCH) : ok({ coverage, changeRequests }),
  );
}

/** A calendar that ends early would look whole. */
const TOO_MUCH = badData(
  'the calendar',
  `at most ${MAX_CALENDAR_ENTRIES} change requests of 8 MiB in all; list them page by page instead`,
);
