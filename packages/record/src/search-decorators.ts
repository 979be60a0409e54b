import { type BadData, isSearched, type SearchScheduledChangeRequests } from '@forewarn/core';
import type { DataTooOld } from './errors.ts';
import { type DataAgeLimit, unlessTooOld } from './data-age.ts';
import { askedIn, type KnownNames, unlessOdd } from './odd-names.ts';

/** Makes a search return `DataTooOld` for a project whose data is older than allowed. */
export const withDataAge =
  <Credentials, E>(
    search: SearchScheduledChangeRequests<Credentials, E>,
    limit: DataAgeLimit,
  ): SearchScheduledChangeRequests<Credentials, E | DataTooOld> =>
  (input) =>
    search(input).andThrough(({ coverage }) =>
      unlessTooOld([{ projectId: input.projectId, coverage }], limit),
    );

/** Makes a search return `BadData` for an odd name (`isOddName`) under which nothing is recorded. */
export const withOddNamesRefused =
  <Credentials, E>(
    search: SearchScheduledChangeRequests<Credentials, E>,
    known: KnownNames,
  ): SearchScheduledChangeRequests<Credentials, E | BadData> =>
  (input) =>
    search(input).andThrough(() =>
      unlessOdd(
        known,
        askedIn(input.anyOf),
        [input.projectId],
        (target) =>
          search({ ...input, anyOf: isSearched(target) ? [target] : [] }).map(
            ({ changeRequests }) => changeRequests.length > 0,
          ),
        { signal: input.signal },
      ),
    );
