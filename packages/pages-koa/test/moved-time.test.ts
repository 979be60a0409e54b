import { beforeEach, expect, test, vi } from 'vitest';
import { draggedTime, steppedTime } from '../page/what-if/moved-time.ts';
import type { Range } from '../page/timeline/range.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-03-01T12:00:20Z');
const at = (time: string): number => Date.parse(time);
const rangeOf = (scale: Range['scale']): Range => ({ scale, start: new Date(0), end: new Date(1) });

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  return () => vi.unstubAllEnvs();
});

test('a day later is the same time of the day, where the clocks change, too', () => {
  // They do on 29 March 2026.
  const evening = at('2026-03-28T18:00:00+01:00');

  expect(steppedTime(evening, 1, 'day', NOW)).toBe(at('2026-03-29T18:00:00+02:00'));
  expect(steppedTime(evening, 24, 'hour', NOW)).toBe(evening + 24 * HOUR_MS);
});

test('a dragged mark has a full quarter of an hour, or a full hour where a pixel is more', () => {
  const from = at('2026-03-10T09:05:30Z');

  expect(draggedTime(from, 70 * 60_000, rangeOf('week'), NOW)).toBe(at('2026-03-10T10:15:00Z'));
  expect(draggedTime(from, 70 * 60_000, rangeOf('month'), NOW)).toBe(at('2026-03-10T10:00:00Z'));
  // On 25 October 2026, the hour from 2 to 3 is twice.
  const second = at('2026-10-25T02:00:00+01:00');
  expect(draggedTime(second, 16 * 60_000, rangeOf('day'), NOW)).toBe(second + 15 * 60_000);
});

test('nothing is moved into the past', () => {
  const next = at('2026-03-01T12:01:00Z');

  expect(steppedTime(at('2026-03-01T12:30:00Z'), -1, 'hour', NOW)).toBe(next);
  expect(draggedTime(at('2026-03-01T13:00:00Z'), -9 * HOUR_MS, rangeOf('week'), NOW)).toBe(next);
});
