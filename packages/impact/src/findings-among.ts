import { matchesAny, readingsIn, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { cutRoundRobin, utf8Of } from '@forewarn/platform';
import { compareListingPlaces, doubtsIn, listingPlaceOf } from '@forewarn/record';
import type { AskedTarget } from './impact-question.ts';
import { MAX_LISTED, MAX_LISTED_BYTES, type TargetFindings } from './impact-reader.ts';
import { covers } from './outcome-of.ts';

/**
 * Returns what an impact finds among change requests, for each of the targets: for a store that reads all change
 * requests of the projects. The cost is their number times the number of targets.
 *
 * @param changeRequests in any order
 */
export function findingsAmong(
  changeRequests: readonly ScheduledChangeRequest[],
  asked: readonly AskedTarget[],
): readonly TargetFindings[] {
  const read = changeRequests
    .map((changeRequest) => {
      const readings = readingsIn(changeRequest);
      return {
        changeRequest,
        place: listingPlaceOf(changeRequest),
        targets: targetsOf(changeRequest, readings),
        doubts: doubtsIn(changeRequest, readings),
      };
    })
    .toSorted((a, b) => compareListingPlaces(a.place, b.place));
  const found = asked.map((one) => ({
    touching: read.filter(({ targets }) => matchesAny(targets, [one.target])),
    doubtful: read.filter(({ doubts }) => doubts.some((doubt) => covers(doubt, one))),
  }));
  const listed = cutRoundRobin(
    found.flatMap(({ touching, doubtful }) =>
      [touching, doubtful].map((list) => list.slice(0, MAX_LISTED)),
    ),
    ({ changeRequest }) => utf8Of(JSON.stringify(changeRequest)).length,
    MAX_LISTED_BYTES,
  ).map((list) => list.map(({ changeRequest }) => changeRequest));
  return found.map(({ touching, doubtful }, index) => ({
    count: touching.length,
    touching: listed[2 * index] ?? [],
    isDoubtful: doubtful.length > 0,
    doubtful: listed[2 * index + 1] ?? [],
  }));
}
