import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import type { Send } from '../page/api/send.ts';
import { loadNeighbours } from '../page/change-request/load-neighbours.ts';

const changeRequest: ScheduledChangeRequest = {
  id: 1,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2027-01-01T00:00:00Z' },
  features: [{ name: 'a', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
};

const done = (value: unknown, more: object = {}) => ({
  ok: true,
  value,
  asOf: 'live',
  next: undefined,
  ...more,
});

/** Responds to each question, to that for forecasts as given. */
const sendWith = (forecasts: object): Send =>
  (async ({ path }: { readonly path: string }) => {
    if (path === 'strategies') return done({ strategies: [] });
    if (path === 'impact') return done({ impacts: [] });
    return path.includes('forecast') ? forecasts : done([]);
  }) as Send;

const load = (forecasts: object) =>
  loadNeighbours(sendWith(forecasts), changeRequest, new AbortController().signal);

test('what has no forecast goes as planned only if all forecasts were read', async () => {
  // Each page has another one.
  const next = 'change-requests/forecast?limit=500&cursor=x';

  expect(await load(done([]))).toMatchObject({ value: { rest: 'as-planned' } });
  expect(await load(done([], { next }))).toMatchObject({ value: { rest: 'unknown' } });
});

test('there may be others if forecasts lack what the sync may not read', async () => {
  const gaps = { reasons: ['unreadable-projects'] };

  expect(await load(done([]))).toMatchObject({ value: { isUnsure: false } });
  expect(await load(done([], gaps))).toMatchObject({ value: { isUnsure: true } });
});

test('there may be others if a gateway removes the headers of forecasts', async () => {
  const headless = done([], { asOf: 'none' });

  expect(await load(headless)).toMatchObject({ value: { isUnsure: true }, asOf: 'none' });
});

test('without forecasts there are no neighbours', async () => {
  const failed = { ok: false, failure: { type: 'Unavailable' } };

  expect(await load(failed)).toBe(failed);
});
