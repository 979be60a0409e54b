import { expect, test } from 'vitest';
import { troubled } from './first-use.example.ts';
import { archive, at, FRIDAY, MONDAY, NOW, rollout } from './forecast-samples.ts';

test('the example returns what an earlier change request suspends', () => {
  const scheduled = [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'sale', [rollout])];

  expect(troubled(scheduled, NOW)).toEqual([2]);
});
