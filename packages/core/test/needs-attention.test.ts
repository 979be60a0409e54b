import { describe, expect, test } from 'vitest';
import {
  type Change,
  hasTrouble,
  needsAttention,
  type Schedule,
  type ScheduledChangeRequest,
} from '../src/index.ts';

const AT = '2030-01-01T02:00:00+02:00';
const INSTANT = Date.parse(AT);

const changeRequest = (
  change: Partial<Change> = {},
  schedule: Schedule | undefined = { status: 'pending', scheduledAt: AT },
): ScheduledChangeRequest => ({
  id: 1,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  ...(schedule === undefined ? {} : { schedule }),
  features: [{ name: 'sale', changes: [{ action: 'updateEnabled', ...change }] }],
  segments: [],
});

describe('a change request needs attention', () => {
  test.each([
    ['failed', changeRequest({}, { status: 'failed', scheduledAt: AT })],
    ['suspended', changeRequest({}, { status: 'suspended', scheduledAt: AT })],
    ['unreadable in its time', changeRequest({}, { status: 'pending', scheduledAt: 'soon' })],
    ['in doubt', changeRequest({ action: 'inventedTomorrow' })],
    ['in conflict', changeRequest({ conflict: 'The flag was archived.' })],
    [
      'in conflict with another schedule',
      changeRequest({ scheduleConflicts: { changeRequests: [{ id: 7, title: 'Other' }] } }),
    ],
    [
      'in conflict in a feature',
      {
        ...changeRequest(),
        features: [{ name: 'sale', conflict: 'x', changes: [{ action: 'updateEnabled' }] }],
      },
    ],
    [
      'in conflict in a segment',
      {
        ...changeRequest(),
        segments: [{ action: 'updateSegment', payload: { id: 1 }, conflict: 'x' }],
      },
    ],
  ])('at any time if it is %s', (_what, each) => {
    expect(hasTrouble(each)).toBe(true);
    expect(needsAttention(each, 0)).toBe(true);
  });

  test.each([
    ['', changeRequest({ conflict: '' })],
    ['null', changeRequest({ conflict: null, scheduleConflicts: null })],
    ['an empty list', changeRequest({ scheduleConflicts: { changeRequests: [] } })],
  ])('not because of a conflict that is %j', (_what, each) => {
    expect(needsAttention(each, 0)).toBe(false);
  });

  test('once its time is over', () => {
    expect([-1, 0, 1].map((ms) => needsAttention(changeRequest(), INSTANT + ms))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('never for its time if it has no schedule', () => {
    const { schedule: _none, ...unscheduled } = changeRequest();

    expect(needsAttention(unscheduled, Date.parse('9999-12-31T23:59:59Z'))).toBe(false);
  });
});
