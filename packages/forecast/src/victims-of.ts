import { compareListingPlaces, keyOf, type ListingPlace } from '@forewarn/record';
import { type ForecastFindings, MAX_VICTIM_BYTES, MAX_VICTIMS_READ } from './forecast-reader.ts';
import { keyAt, type ReadSchedule } from './read-schedule.ts';
import type { InfluencesAsked, StoredSchedule } from './stored-schedule.ts';

/** Maximum targets that a store is asked for at once: it may return thousands of places for each. */
const AT_ONCE = 20;

/**
 * Reads the change requests that one may affect, except those that were read with it: what touches a target that it changes, not
 * sooner, and what changes one whose dependency it removes.
 */
export async function victimsOf(
  cause: ListingPlace,
  read: ReadSchedule,
  stored: StoredSchedule,
): Promise<Pick<ForecastFindings, 'victims' | 'hasMoreVictims'>> {
  const known = new Set(read.scheduled.map(keyOf));
  const influences = read.plannedAt([keyAt(cause)]).flatMap((planned) => planned.influences);
  const limit = MAX_VICTIMS_READ + known.size + 1;
  let places: readonly ListingPlace[] = [];
  const find = async (
    has: 'isEffective' | 'hasDependency',
    asked: Pick<InfluencesAsked, 'how' | 'from'>,
  ) => {
    const targets = influences.filter((influence) => influence[has]).map(({ target }) => target);
    for (let start = 0; start < targets.length; start += AT_ONCE) {
      const some = targets.slice(start, start + AT_ONCE);
      const found = (await stored.soonest({ ...asked, targets: some, limit })).flat();
      const unread = found.filter((each) => !known.has(keyAt(each)));
      const keyed = new Map([...places, ...unread].map((each) => [keyAt(each), each]));
      places = [...keyed.values()].toSorted(compareListingPlaces).slice(0, MAX_VICTIMS_READ + 1);
    }
  };
  await find('isEffective', { how: 'touch', from: cause.scheduledAt });
  await find('hasDependency', { how: 'effect', from: read.now });
  const victims = await stored.readFirst(places.slice(0, MAX_VICTIMS_READ), MAX_VICTIM_BYTES);
  return { victims, ...(victims.length < places.length ? { hasMoreVictims: true } : {}) };
}
