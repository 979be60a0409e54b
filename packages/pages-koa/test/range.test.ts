import { beforeEach, expect, test, vi } from 'vitest';
import { dateParameter, rangeIn, shifted } from '../page/timeline/range.ts';

/** A Friday. */
const NOW = Date.parse('2026-11-27T15:00:00+01:00');

const at = (time: string): number => Date.parse(`${time}:00+01:00`);

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  return () => vi.unstubAllEnvs();
});

test.for<[string, string, readonly number[], string]>([
  ['nothing', '', [], '2026-11-27'],
  [
    'something in the next 7 days',
    '',
    [at('2026-11-25T09:00'), at('2026-12-03T23:00')],
    '2026-11-27',
  ],
  ['something only later', '', [at('2026-11-25T09:00'), at('2026-12-04T09:00')], '2026-12-04'],
  ['a date', 'from=2026-12-09', [], '2026-12-09'],
  ['a week', 'scale=week', [], '2026-11-23'],
])('the period with %s begins where it should', ([, query, times, start]) => {
  const range = rangeIn(new URLSearchParams(query), NOW, times);

  expect(dateParameter(range.start)).toBe(start);
  expect(range.end.getTime() - range.start.getTime()).toBe(7 * 86_400_000);
});

test('the next 7 days begin today, and the past is a step back', () => {
  const range = rangeIn(new URLSearchParams(), NOW, []);

  expect([range.start, range.end].map(dateParameter)).toEqual(['2026-11-27', '2026-12-04']);
  expect([shifted(range, -1), shifted(range, 1)]).toEqual(['2026-11-20', '2026-12-04']);
});

test('a zone 14 hours ahead has its own days and its own week', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  // There it is already Monday.
  const { start, end } = rangeIn(new URLSearchParams(), Date.parse('2026-11-22T10:00:00Z'), []);

  expect([start, end].map((each) => each.toISOString())).toEqual([
    '2026-11-22T10:00:00.000Z',
    '2026-11-29T10:00:00.000Z',
  ]);
});

test('a day whose midnight is skipped begins when it does', () => {
  // In Cairo, summer time begins on Friday, 24 April 2026, at midnight.
  vi.stubEnv('TZ', 'Africa/Cairo');
  const on = (from: string) => rangeIn(new URLSearchParams({ scale: 'day', from }), NOW, []);
  const thursday = on('2026-04-23');
  const friday = on(shifted(thursday, 1));

  expect([thursday.end, friday.start, friday.end].map((each) => each.toISOString())).toEqual([
    '2026-04-23T22:00:00.000Z',
    '2026-04-23T22:00:00.000Z',
    '2026-04-24T21:00:00.000Z',
  ]);
});
