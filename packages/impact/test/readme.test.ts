import { expect, test } from 'vitest';
import { known, unlisted } from './first-use.example.ts';

test('the example has the outcomes in its comments', () => {
  expect([known.outcome, unlisted.outcome]).toEqual(['none', 'unknown']);
});
