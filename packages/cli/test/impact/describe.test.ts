import { expect, test } from 'vitest';
import { describeChangeRequest } from '../../src/impact/describe.ts';

test.each([
  ['pending', '2027-01-11 06:00 UTC'],
  ['suspended', '2027-01-11 06:00 UTC, suspended'],
] as const)('names the zone of the time, not of the status %s', (status, when) => {
  const schedule = { status, scheduledAt: '2027-01-11T06:00:00Z' };

  expect(describeChangeRequest({ environment: 'production', schedule })).toBe(
    `in production, ${when}`,
  );
});
