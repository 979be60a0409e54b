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
