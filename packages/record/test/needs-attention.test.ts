import type { Change, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import { hasTrouble, needsAttention } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { changeRequest } from '../../core/test/samples.ts';

const AT = '2030-01-01T02:00:00+02:00';
const INSTANT = Date.parse(AT);

const sale = (
  change: Partial<Change> = {},
  schedule: Schedule = { status: 'pending', scheduledAt: AT },
): ScheduledChangeRequest =>
  changeRequest({
    schedule,
    features: [{ name: 'sale', changes: [{ action: 'updateEnabled', ...change }] }],
  });

describe('a change request needs attention', () => {
  test.each([['failed', sale({}, { status: 'failed', scheduledAt: AT })]])(
    'at any time if it is %s',
    (_what, each) => {
      expect(hasTrouble(each)).toBe(true);
      expect(needsAttention(each, 0)).toBe(true);
    },
  );

  test('once its time is over', () => {
    const needs = [-1, 0, 1].map((ms) => needsAttention(sale(), INSTANT + ms));
    expect(needs).toEqual([false, false, true]);
  });

  test('never for its time if it has no schedule', () => {
    const { schedule: _, ...withoutSchedule } = sale();
    expect(needsAttention(withoutSchedule, Date.parse('9999-12-31T23:59:59Z'))).toBe(false);
  });
});
