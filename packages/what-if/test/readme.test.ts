import { expect, test } from 'vitest';
import {
  archive,
  at,
  FRIDAY,
  MONDAY,
  NOW,
  rollout,
  SUNDAY,
} from '../../forecast/test/forecast-samples.ts';
import { harmedBy } from './first-use.example.ts';

test('the example returns what would be suspended', () => {
  const scheduled = [at(SUNDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'sale', [rollout])];

  expect(harmedBy(scheduled, [1, MONDAY], NOW)._unsafeUnwrap()).toEqual([2]);
});
