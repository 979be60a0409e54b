import { err, errAsync, ok, type Result, type ResultAsync } from 'neverthrow';
import type { BadData, DataTooOld, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type { Coverage } from '../model/coverage.ts';
import { isName } from '../model/name.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ListingPage } from '../ports/scheduled-change-request-listing.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';
import { makeAdmit } from './admit.ts';
import type { DataAgeLimit } from './data-age-limit.ts';
import { unlessTooOld } from './unless-too-old.ts';
import type { UseCase } from './use-case.ts';

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
    admit({ credentials, admissions, permission: 'READ_CALENDAR', projectId, signal }).andThen(
      (
        principal,
      ): ResultAsync<Calendar, ProjectNotFound | DataTooOld | BadData | StoreUnavailable> => {
        if (!isName(projectId)) return errAsync({ type: 'ProjectNotFound', projectId });
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
