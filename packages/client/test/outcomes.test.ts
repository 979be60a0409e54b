import { expect, test } from 'vitest';
import type { Client, SearchOutcome, StrategyImpactSchema } from '../src/index.ts';
import { callOn, clear, type FakeResponse, json, noConnection, silence } from './fake-network.ts';
import { CALLS, CHANGE_REQUEST } from './operations.ts';

const AS_OF = 'Forewarn-As-Of';
const TIME = '2026-11-21T10:42:00.000Z';
const RECORDED = { ...CHANGE_REQUEST, features: [], segments: [] };
const FOUND = [
  { id: 7, environment: 'production', title: 'Retire it' },
  { id: 9, environment: 'staging' },
] as const;

const INUSE: StrategyImpactSchema = {
  ...clear({ strategyDefinition: 'byCountry', intent: 'delete' }),
  coverage: 'none',
  outcome: 'unknown',
  complete: false,
  reasons: ['no-coverage'],
  hidden: 0,
  fingerprint: 'f-1',
};

const search = (client: Client): Promise<SearchOutcome> =>
  client.getScheduledChangeRequests('shop', { feature: ['checkout'] });
const list = (client: Client) => client.getChangeRequestsForProject('shop');
const impactOfTwo = (client: Client) => client.getImpact([{ feature: 'a' }, { feature: 'b' }]);
const impactOfOne = (client: Client) => client.getImpact([{ feature: 'a' }]);
const impactOfDelete = (client: Client) => client.getStrategyImpact('byCountry');
const preview = (client: Client) =>
  client.previewSchedule({ projectId: 'shop', edits: [{ withdraw: 7 }] });
const remove = (client: Client) => client.removeStrategy('byCountry', { guard: 'refuse' });

const NO_CHANGE = {
  reasons: [],
  worse: [],
  worseCount: 0,
  hiddenWorse: 0,
  better: [],
  betterCount: 0,
  hiddenBetter: 0,
  edited: [],
};
const LIVE = { ...NO_CHANGE, coverage: 'live' };
const [one, other] = [clear({ feature: 'a' }), clear({ feature: 'b' })];
const IN_USE = { id: 'x', name: 'StrategyInUseError', message: 'It is in use.' };
const SOME = { outcome: 'some', changeRequests: FOUND };
const INCOMPLETE = { changeRequests: [RECORDED], isIncomplete: true };
const done = (value: unknown) => ({ outcome: 'done', value });

test.each<[string, (client: Client) => Promise<object>, unknown, number, string, object]>([
  ['a search of nothing', search, [], 200, '', { outcome: 'none' }],
  ['a search', search, FOUND, 200, '', SOME],
  ['a search of nothing in older data', search, [], 200, TIME, { outcome: 'none', asOf: TIME }],
  ['a search of older data', search, FOUND, 200, TIME, { ...SOME, asOf: TIME }],
  ['a search of an incomplete list', search, FOUND, 200, 'none', { ...SOME, isIncomplete: true }],
  ['an incomplete list', list, [RECORDED], 200, 'none', done(INCOMPLETE)],
  ['a preview', preview, LIVE, 200, '', done(LIVE)],
  ['the impact of a delete', impactOfDelete, INUSE, 200, '', done(INUSE)],
  [
    'a guarded delete of a definition in use',
    remove,
    { ...IN_USE, impact: INUSE },
    409,
    '',
    {
      outcome: 'in-use',
      impact: INUSE,
      failure: { type: 'ErrorResponse', status: 409, ...IN_USE },
    },
  ],
])('%s has its result', async (_what, call, body, status, asOf, expected) => {
  const headers = asOf === '' ? {} : { [AS_OF]: asOf };
  const { outcome, requests } = await callOn(() => json(body, status, headers), call);

  expect(outcome).toEqual(expected);
  expect(requests).toHaveLength(1);
});

test.each<[string, FakeResponse]>([
  ['an empty list that is an error', () => json([], 500)],
  ['an object', () => json({ events: [] })],
  ['null', () => json(null)],
  ['nothing', () => new Response('')],
  ['no content', () => new Response(null, { status: 204 })],
  ['a truncated list', () => new Response('[')],
  ['a list of other objects', () => json([{ id: 7 }])],
  ['a list with null', () => json([null])],
  ['ids that are texts', () => json([{ id: '7', environment: 'production' }])],
  ['no connection', noConnection],
  ['silence', silence],
])('a search with %s is unknown and has no list', async (_what, response) => {
  const { outcome } = await callOn(response, search, { tries: 1, timeoutMs: 20 });

  expect(outcome.outcome).toBe('unknown');
  expect(Object.keys(outcome)).toEqual(['outcome', 'failure']);
});

test.each(Object.entries(CALLS))(
  '%s is unknown with the JSON of another server',
  async (_name, call) => {
    const { outcome } = await callOn(() => json({ status: 'ok' }), call);

    expect(outcome.outcome).toBe('unknown');
  },
);

test.each<(client: Client) => Promise<object>>([search, list])(
  'nothing in an incomplete list is unknown, not none',
  async (call) => {
    const { outcome } = await callOn(() => json([], 200, { [AS_OF]: 'none' }), call);

    expect(outcome).toMatchObject({ outcome: 'unknown', failure: { type: 'NoCoverage' } });
  },
);

test.each([
  ['unknown if it hides its headers', {}, 'unknown'],
  ['read if it exposes them', { ETag: 'W/"a"' }, 'none'],
])('the response of another origin is %s', async (_what, headers, expected) => {
  const response = Object.defineProperty(json([], 200, headers), 'type', { value: 'cors' });
  const { outcome } = await callOn(() => response, search, { tries: 1 });

  expect(outcome.outcome).toBe(expected);
});

test.each<[string, (client: Client) => Promise<object>, string]>([
  ['a search is of live data, as that of Unleash', search, 'none'],
  ['a list is unknown', list, 'unknown'],
  ['a page of forecasts is unknown', (client) => client.listForecasts(), 'unknown'],
])('without its age, %s', async (_what, call, expected) => {
  const { outcome } = await callOn(() => Response.json([]), call);

  expect(outcome).toMatchObject({ outcome: expected });
});

test.each<[string, (client: Client) => Promise<object>, unknown]>([
  ['a list', list, {}],
  ['a list of numbers', list, [1]],
  ['a list of parts', list, [{ id: 7, environment: 'production' }]],
  ['no impacts', impactOfTwo, {}],
  ['too few impacts', impactOfTwo, { impacts: [one] }],
  ['too many impacts', impactOfTwo, { impacts: [one, other, other] }],
  ['impacts in another order', impactOfTwo, { impacts: [other, one] }],
  ['no outcome', impactOfTwo, { impacts: [{ ...one, outcome: undefined }, other] }],
  ['an impact without lists', impactOfTwo, { impacts: [{ ...one, doubts: undefined }, other] }],
  ['an all-clear with change requests', impactOfTwo, { impacts: [{ ...one, count: 1 }, other] }],
  ['an all-clear without coverage', impactOfTwo, { coverage: 'none', impacts: [one, other] }],
  ['an all-clear of another coverage', impactOfTwo, { coverage: 'partial', impacts: [one, other] }],
  ['an all-clear of no time', impactOfTwo, { coverage: 'as-of', impacts: [one, other] }],
  [
    'an all-clear with reasons',
    impactOfOne,
    { coverage: 'live', impacts: [{ ...one, reasons: ['x'] }] },
  ],
  [
    'an all-clear with doubts',
    impactOfOne,
    { coverage: 'live', impacts: [{ ...one, doubts: [{}] }] },
  ],
  [
    'a part of an all-clear',
    impactOfOne,
    { coverage: 'live', impacts: [{ ...one, complete: false }] },
  ],
  ['a preview without coverage', preview, { ...NO_CHANGE, coverage: 'none' }],
  ['a preview of no time', preview, { ...NO_CHANGE, coverage: 'as-of' }],
  ['a preview with another list', preview, { ...LIVE, worse: ['x'], worseCount: 1 }],
  ['a preview that lists more than it counts', preview, { ...LIVE, hiddenWorse: 1 }],
  ['a preview without counts', preview, { ...LIVE, worseCount: undefined }],
  ['null as an impact', impactOfTwo, { impacts: [null, other] }],
  ['no fingerprint', impactOfDelete, { ...INUSE, fingerprint: undefined }],
  ['an all-clear with hidden ones', impactOfDelete, { ...INUSE, outcome: 'none', hidden: 1 }],
])('%s in a response is unknown', async (_what, call, body) => {
  const { outcome } = await callOn(() => json(body), call);

  expect(outcome).toMatchObject({
    outcome: 'unknown',
    failure: { type: 'UnreadableResponse', status: 200 },
  });
});

test.each<[string, FakeResponse, string]>([
  ['refused after a 409 without an impact', () => json(IN_USE, 409), 'refused'],
  ['refused after a 409 with half an impact', () => json({ impact: {} }, 409), 'refused'],
  ['refused after a 409 that is not JSON', () => new Response('no', { status: 409 }), 'refused'],
  ['unknown after a 503 with an impact', () => json({ impact: INUSE }, 503), 'unknown'],
  ['unknown without a connection', noConnection, 'unknown'],
  [
    'refused when the upstream refuses it',
    () => json({ ...IN_USE, name: 'UpstreamRefusedError' }, 502),
    'refused',
  ],
  ['unknown after the 502 of a proxy', () => new Response('no', { status: 502 }), 'unknown'],
])('a guarded delete is %s', async (_when, response, expected) => {
  expect((await callOn(response, remove)).outcome).toMatchObject({ outcome: expected });
});

test('a guarded delete sends the guard and the acknowledged fingerprint', async () => {
  const { outcome, requests } = await callOn(
    () => new Response(''),
    (client) => client.removeStrategy('byCountry', { guard: 'refuse', acknowledge: 'f/1' }),
  );

  expect(outcome).toEqual(done(undefined));
  expect(requests[0]?.url.search).toBe('?guard=refuse&acknowledge=f%2F1');
});

test('a list has the age of its data and the cursor of the next page', async () => {
  const next = '</flags/api/admin/change-requests?status=failed&cursor=WzEsInMiLDFd>;rel=next';
  // As a gateway may write it.
  const headers = { [AS_OF]: TIME, Link: `</page.css>;rel=preload, ${next}` };
  const { outcome, requests } = await callOn(
    () => json([RECORDED], 200, headers),
    (client) => client.getChangeRequests({ status: ['failed'], limit: 1 }),
  );

  const page = { changeRequests: [RECORDED], asOf: TIME, cursor: 'WzEsInMiLDFd' };
  expect(outcome).toEqual(done(page));
  expect(requests[0]?.url.search).toBe('?status=failed&limit=1');
});
