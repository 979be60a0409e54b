import { expect, test } from 'vitest';
import { times } from '../../core/test/samples.ts';
import { listingPlaceOf } from '@forewarn/record';
import { MAX_FORECAST_READ } from '../src/forecast-reader.ts';
import { ReadSchedule } from '../src/read-schedule.ts';
import type { StoredSchedule } from '../src/stored-schedule.ts';
import { archive, at, MONDAY, NOW, WEDNESDAY } from './forecast-samples.ts';

test('reads no change request again once those of a page are too many', async () => {
  const hot = at(MONDAY, 1, 'hot', [archive]);
  const cold = at(WEDNESDAY, 2, 'cold', [archive]);
  const removals = times(MAX_FORECAST_READ + 1, (index) => {
    return { ...listingPlaceOf(cold), id: index + 3 };
  });
  const read: number[] = [];
  const stored: StoredSchedule = {
    read: async (keys) => {
      read.push(...keys.map(({ id }) => id));
      return [hot, cold].filter(({ id }) => keys.some((key) => key.id === id));
    },
    readFirst: async () => [],
    soonest: async ({ targets, how, limit }) =>
      targets.map((target) =>
        how === 'dependency' && target.kind === 'feature' && target.name === 'hot'
          ? removals.slice(0, limit)
          : [],
      ),
  };
  const places = [hot, cold].map(listingPlaceOf);

  const found = await new ReadSchedule(stored, { now: NOW }, {}).firstWithCauses(places);

  expect(found).toEqual({ places: places.slice(0, 1), scheduled: undefined });
  expect(read).toEqual([1, 2]);
});
