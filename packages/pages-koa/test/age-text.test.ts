import { expect, test } from 'vitest';
import { ageText } from '../page/parts/age-text.ts';

const READ_AT = Date.parse('2026-11-23T09:00:00');
const HOUR_MS = 3_600_000;

test.each([
  [1, /^Live data, read at 09:00$/],
  [25, /^Live data, read at Mon,? 23 Nov 2026,? 09:00$/],
])('tells data that was read %i hours ago from other data by its day', (hours, expected) => {
  const age = { readAt: READ_AT, isLoading: false, reload: () => {} };

  expect(ageText(age, READ_AT + hours * HOUR_MS)).toMatch(expected);
});
