import { expect, test } from 'vitest';
import type { Client, Forecast } from '../src/index.ts';
import { callOn, json } from './fake-network.ts';

const TIME = '2026-11-21T10:42:00.000Z';

const PLANNED: Forecast = {
  project: 'shop',
  id: 7,
  environment: 'production',
  forecast: 'as-planned',
  causes: [],
  causeCount: 0,
  hiddenCauses: 0,
  reasons: [],
};
const consequence = {
  outcome: 'suspended',
  rule: 'feature-archived',
  evidence: 'measured',
  why: 'The feature is archived.',
  next: 'Apply it before.',
} as const;
const CAUSE = { project: 'shop', id: 3, environment: 'e', path: 'p', touch: { path: 'q' } };
const SUSPENDED: Forecast = {
  ...PLANNED,
  forecast: 'suspended',
  causes: [{ ...CAUSE, consequence }],
  causeCount: 1,
};
const UNSURE: Forecast = { ...SUSPENDED, reasons: ['no-coverage', 'too-old'] };

const BREAKS = { breaks: [], breakCount: 0, hiddenBreaks: 0, mayBreakMore: false } as const;

const list = (client: Client) => client.listForecasts();
const one = (client: Client) => client.getForecast({ projectId: 'shop', id: 7 });
const page = (more: object) => ({
  outcome: 'done',
  value: { forecasts: [], reasons: [], ...more },
});

test.each<[string, object, readonly unknown[], object]>([
  ['that is empty', {}, [], page({})],
  ['of older data', { 'Forewarn-As-Of': TIME }, [], page({ asOf: TIME })],
  [
    'that is empty, with its reasons',
    { 'Forewarn-As-Of': TIME, 'Forewarn-Reasons': 'too-old, unreadable-projects' },
    [],
    page({ asOf: TIME, reasons: ['too-old', 'unreadable-projects'] }),
  ],
  [
    'of an incomplete list, whose reason a proxy took away',
    { 'Forewarn-As-Of': 'none' },
    [],
    page({ isIncomplete: true, reasons: ['no-coverage'] }),
  ],
  [
    'with reasons in both places',
    { 'Forewarn-Reasons': 'too-old' },
    [UNSURE],
    page({ forecasts: [UNSURE], reasons: ['too-old', 'no-coverage'] }),
  ],
  [
    'that is empty, and not the last',
    { Link: '</api/admin/change-requests/forecast?cursor=WzEs-_Fd>; rel="next"' },
    [],
    page({ cursor: 'WzEs-_Fd' }),
  ],
  [
    'with its time',
    { Date: 'Mon, 11 Jan 2027 05:30:00 GMT' },
    [],
    page({ servedAt: '2027-01-11T05:30:00.000Z' }),
  ],
])('a page of forecasts %s', async (_what, headers, body, expected) => {
  const { outcome } = await callOn(() => json(body, 200, { ...headers }), list);

  expect(outcome).toEqual(expected);
});

test('the filters of a page are sent with the names of the API', async () => {
  const { requests } = await callOn(
    () => json([]),
    (client) =>
      client.listForecasts({
        projectId: 'a b',
        environments: ['production', 'staging'],
        forecasts: ['fails'],
        from: TIME,
        limit: 5,
        cursor: 'Wz',
      }),
  );

  expect(requests[0]?.url.pathname).toBe('/api/admin/projects/a%20b/change-requests/forecast');
  expect([...(requests[0]?.url.searchParams ?? [])]).toEqual([
    ['from', TIME],
    ['limit', '5'],
    ['cursor', 'Wz'],
    ['environment', 'production'],
    ['environment', 'staging'],
    ['forecast', 'fails'],
  ]);
});

test.each([
  PLANNED,
  SUSPENDED,
  { ...PLANNED, forecast: 'unknown', reasons: ['too-old'] },
  { ...PLANNED, breaks: [{ ...CAUSE, consequence }], breakCount: 2, hiddenBreaks: 1 },
])('the forecast of one change request is $forecast', async (of) => {
  const forecast = { ...BREAKS, ...of };
  expect((await callOn(() => json(forecast), one)).outcome).toEqual({
    outcome: 'done',
    value: forecast,
  });
});

test.each([
  ['no list', { breaks: undefined }],
  ['null', { breaks: [null] }],
  ['no consequence', { breaks: [CAUSE] }],
  ['no count', { breakCount: undefined }],
  ['no count of what is hidden', { hiddenBreaks: undefined }],
  ['nothing about more', { mayBreakMore: undefined }],
])('a forecast with %s as what it breaks is unknown', async (_what, part) => {
  const { outcome } = await callOn(() => json({ ...PLANNED, ...BREAKS, ...part }), one);

  expect(outcome).toMatchObject({ outcome: 'unknown', failure: { type: 'UnreadableResponse' } });
});

const without = (name: keyof Forecast) => ({ ...SUSPENDED, [name]: undefined });
const causing = (cause: unknown) => ({ ...SUSPENDED, causes: [cause] });

test.each<[string, unknown]>([
  ['no forecast', without('forecast')],
  ['another forecast', { ...PLANNED, forecast: 'fine' }],
  ['no causes', without('causes')],
  ['no count', without('causeCount')],
  ['no count of hidden causes', without('hiddenCauses')],
  ['no reasons', without('reasons')],
  ['a text as an id', { ...SUSPENDED, id: '7' }],
  ['null as a cause', causing(null)],
  ['a cause without a consequence', causing(CAUSE)],
  ['a cause without a touch', causing({ ...CAUSE, touch: undefined, consequence })],
  ['an all-clear with causes', { ...SUSPENDED, forecast: 'as-planned' }],
  ['an all-clear with hidden causes', { ...PLANNED, causeCount: 1, hiddenCauses: 1 }],
  ['an all-clear with reasons', { ...PLANNED, reasons: ['no-coverage'] }],
])('%s in a forecast is unknown', async (_what, forecast) => {
  const unreadable = { outcome: 'unknown', failure: { type: 'UnreadableResponse', status: 200 } };

  const single = { ...BREAKS, ...(forecast as object) };
  expect((await callOn(() => json(single), one)).outcome).toMatchObject(unreadable);
  expect((await callOn(() => json([forecast]), list)).outcome).toMatchObject(unreadable);
});

test.each<[string, unknown, (client: Client) => Promise<object>]>([
  ['a list that is an object', {}, list],
  ['null as a list', null, list],
  ['the forecast of another change request', { ...PLANNED, ...BREAKS, id: 8 }, one],
  ['the forecast of another project', { ...PLANNED, ...BREAKS, project: 'office' }, one],
])('%s is unknown', async (_what, body, call) => {
  expect((await callOn(() => json(body), call)).outcome).toMatchObject({ outcome: 'unknown' });
});
