import {
  type BadData,
  isSearched,
  type SearchScheduledChangeRequests,
  type Target,
} from '@forewarn/core';
import type { DataTooOld } from './errors.ts';
import { type DataAgeLimit, unlessTooOld } from './data-age.ts';
import { askedIn, type KnownNames, oddIn, unlessOdd } from './odd-names.ts';

/** Makes a search return `DataTooOld` for a project whose data is older than allowed. */
export const withDataAge = <Credentials, E>(
  search: SearchScheduledChangeRequests<Credentials, E>,
  limit: DataAgeLimit,
): SearchScheduledChangeRequests<Credentials, E | DataTooOld> =>
  limit.maxDataAgeMs === undefined
    ? search
    : (input) =>
        search(input).andThen((found) =>
          unlessTooOld([{ projectId: input.projectId, coverage: found.coverage }], limit).map(
            () => found,
          ),
        );

/** Makes a search return `BadData` for an odd name (`isOddName`) under which nothing is recorded. */
export const withOddNamesRefused =
  <Credentials, E>(
    search: SearchScheduledChangeRequests<Credentials, E>,
    known: KnownNames,
  ): SearchScheduledChangeRequests<Credentials, E | BadData> =>
  (input) => {
    const odd = oddIn(askedIn(input.anyOf));
    const searched = search(input);
    if (odd.length === 0) return searched;
    const isRecorded = (target: Target) =>
      search({ ...input, anyOf: isSearched(target) ? [target] : [] }).map(
        ({ changeRequests }) => changeRequests.length > 0,
      );
    return searched.andThen((found) =>
      unlessOdd(known, odd, [input.projectId], isRecorded, { signal: input.signal }).map(
        () => found,
      ),
    );
  };
