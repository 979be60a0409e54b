import { describe, expect, test } from 'vitest';
import { ageOf, unlessTooOld } from '../../src/impact/ask-impact.ts';
import type { Impact } from '../../src/impact/impact.ts';
import { clear, doubtful, impactOf, touched } from './impacts.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

const asOf = (time: string, ...impacts: Impact['impacts']): Impact => ({
  ...impactOf(...impacts),
  asOf: time,
});

describe('data older than the maximum', () => {
  test('makes each outcome unknown, except some', () => {
    const { impacts } = unlessTooOld(
      asOf('2026-11-21T11:44:59Z', clear, touched, doubtful),
      15 * MINUTE,
      NOW,
    );

    expect(impacts).toEqual([
      { ...clear, outcome: 'unknown', complete: false, reasons: ['too-old'] },
      { ...touched, complete: false },
      { ...doubtful, reasons: ['doubt', 'no-coverage', 'too-old'] },
    ]);
  });

  test.each([
    ['soon', 'can not be read'],
    ['2026-11-21T12:01:00.001Z', 'a wrong clock calls the future'],
  ])('includes the time %j, which %s', (time) => {
    expect(unlessTooOld(asOf(time, clear), MINUTE, NOW).impacts[0]?.outcome).toBe('unknown');
  });

  test.each([
    impactOf(clear),
    asOf('2026-11-21T11:45:00Z', clear),
    asOf('2026-11-21T12:59:00+01:00', clear),
    asOf('2026-11-21T12:15:00Z', clear),
  ])('is not %j', (impact) => {
    expect(unlessTooOld(impact, 15 * MINUTE, NOW)).toBe(impact);
  });
});

describe('the age for people', () => {
  test.each([
    ['2026-11-21T12:00:00Z', '0 seconds'],
    ['2026-11-21T12:01:00Z', '0 seconds'],
    ['2026-11-21T11:58:01Z', '119 seconds'],
    ['2026-11-21T11:58:00Z', '2 minutes'],
    ['2026-11-21T09:59:00Z', '2 hours'],
    ['2026-11-01T12:00:00Z', '20 days'],
  ])('of %s is %s', (time, text) => {
    expect(ageOf(asOf(time, clear), NOW)).toBe(`the data is ${text} old`);
  });

  test('is not known if the data is to come by the clock of this machine', () => {
    const later = asOf('2026-11-21T14:00:00+01:00', clear);

    const text =
      'the data is of the future by the clock of this machine (2026-11-21T13:00:00.000Z)';
    expect(ageOf(later, NOW)).toBe(text);
    expect(ageOf({ ...later, coverage: 'none' }, NOW)).toBe(`${text} and incomplete`);
  });

  test('is live where each project is, and not told where it is not known', () => {
    expect(ageOf(impactOf(clear), NOW)).toBe('the data is live');
    const { coverage: _, ...search } = impactOf(clear);
    expect(ageOf(search, NOW)).toBeUndefined();
  });

  test('is incomplete without coverage, also where something is found', () => {
    const none = { coverage: 'none' } as const;

    expect(ageOf({ ...impactOf(touched), ...none }, NOW)).toBe('the data is incomplete');
    expect(ageOf({ ...asOf('2026-11-21T09:59:00Z', touched), ...none }, NOW)).toBe(
      'the data is 2 hours old and incomplete',
    );
  });
});
