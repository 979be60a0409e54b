import { expect, test } from 'vitest';
import { times } from '../../core/test/samples.ts';
import { listingPlaceOf } from '@forewarn/record';
import { ReadSchedule } from '../src/read-schedule.ts';
import type { StoredSchedule } from '../src/stored-schedule.ts';
import { victimsOf } from '../src/victims-of.ts';
import { archive, at, MONDAY, NOW, WEDNESDAY } from './forecast-samples.ts';

test('reads what touches each of many targets that one changes, the soonest first', async () => {
  const names = times(50, (index) => `feature-${index}`);
  const features = names.map((name) => ({ name, changes: [archive] }));
  const cause = { ...at(MONDAY, 1, 'hot', [archive]), features };
  const victims = names.map((name, index) =>
    at(WEDNESDAY, names.length + 1 - index, name, [archive]),
  );
  const all = [cause, ...victims];
  const stored: StoredSchedule = {
    read: async (keys) => all.filter(({ id }) => keys.some((key) => key.id === id)),
    readFirst: async (keys) => keys.flatMap((key) => all.filter(({ id }) => key.id === id)),
    soonest: async ({ targets, how }) =>
      targets.map((target) =>
        victims
          .filter(({ features: [feature] }) => how === 'touch' && feature?.name === nameOf(target))
          .map(listingPlaceOf),
      ),
  };
  const read = new ReadSchedule(stored, { now: NOW }, {});
  await read.plannedIn([listingPlaceOf(cause)]);

  const found = await victimsOf(listingPlaceOf(cause), read, stored);

  expect(found).toEqual({ victims: victims.toReversed() });
});

const nameOf = (target: object): unknown => ('name' in target ? target.name : undefined);
