import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { compareListingPlaces, keyOf, listingPlaceOf } from '@forewarn/record';
import { bytesOf, sameList } from '@forewarn/store-contract/writing';
import { breaksOf } from '../breaks-of.ts';
import { type ForecastFindings, MAX_VICTIM_BYTES, MAX_VICTIMS_READ } from '../forecast-reader.ts';
import { forecastFrom } from './by-rule.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { FORECAST_AT } from './arbitrary-schedule.ts';

const bytesIn = (read: readonly ScheduledChangeRequest[]): number =>
  read.reduce((bytes, each) => bytes + bytesOf(each), 0);

/**
 * Asserts that a store finds what one change request breaks: what `breaksOf` finds in all that is scheduled, or else the
 * soonest of it. Returns the findings.
 */
export async function assertVictimsOf(
  store: Pick<ForecastPorts, 'forecasts'>,
  { project, id }: ScheduledChangeRequest,
  all: readonly ScheduledChangeRequest[],
): Promise<ForecastFindings> {
  const only = { projectId: project, id };
  const query = { projectIds: [project], only, limit: 1, withVictims: true } as const;
  const found = await forecastFrom(store, query);
  const { scheduled, victims = [], hasMoreVictims, isCut } = found;
  if (isCut === true) return found;
  const known = new Set(scheduled.map(keyOf));
  const keys = victims.map(keyOf);
  const unread = new Set(keys.filter((each) => !known.has(each)));
  assert.equal(unread.size, keys.length, 'each is read once');
  const byKey = new Map(all.map((each) => [keyOf(each), each]));
  sameList(
    victims,
    keys.map((each) => byKey.get(each)),
  );
  const places = victims.map(listingPlaceOf);
  assert.deepEqual(places, places.toSorted(compareListingPlaces), 'the soonest come first');
  assert.ok(victims.length <= MAX_VICTIMS_READ, `${victims.length} are read`);
  assert.ok(bytesIn(victims) <= MAX_VICTIM_BYTES || victims.length === 1, 'too large');

  const scope = { now: FORECAST_AT, of: only };
  const end = places.at(-1);
  const isRead = (each: ScheduledChangeRequest): boolean =>
    hasMoreVictims !== true ||
    known.has(keyOf(each)) ||
    (end !== undefined && compareListingPlaces(listingPlaceOf(each), end) <= 0);
  const expected = breaksOf(all.filter(isRead), scope);
  assert.deepEqual(breaksOf([...scheduled, ...victims], scope), expected);
  return found;
}
