import { describe, expect, test } from 'vitest';
import type { ImpactTarget, StrategyImpactSchema, TargetImpactSchema } from '../src/index.ts';
import { clientOf, type FakeResponse, json, noConnection } from './fake-network.ts';

const clear = (target: object): TargetImpactSchema => ({
  target,
  outcome: 'none',
  count: 0,
  changeRequests: [],
  doubts: [],
  reasons: [],
});

/** Responds with `none` for each target of the request. */
const allClear =
  (more: object = {}): FakeResponse =>
  ({ body }) => {
    const { targets } = body as { readonly targets: readonly object[] };
    return json({ ...more, impacts: targets.map(clear) });
  };

const features = (count: number): readonly ImpactTarget[] =>
  Array.from({ length: count }, (_, index) => ({ feature: `f-${index}`, intent: 'archive' }));

describe('an impact', () => {
  test('is asked in one project or in all', async () => {
    const { client, requests } = clientOf([allClear()]);
    const targets: readonly ImpactTarget[] = [{ segment: 7 }, { strategyDefinition: 'byCountry' }];

    const ofOne = await client.getProjectImpact('a b', targets);
    const ofAll = await client.getImpact(targets);

    expect(ofOne).toEqual({ outcome: 'done', value: { impacts: targets.map(clear) } });
    expect(ofAll).toEqual(ofOne);
    expect(requests.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ['POST', '/api/admin/projects/a%20b/impact', { targets }],
      ['POST', '/api/admin/impact', { targets }],
    ]);
  });

  test('of more than 1,000 targets is asked in parts and joined in order, as of the oldest', async () => {
    const { client, requests } = clientOf([
      allClear({ asOf: '2026-11-21T10:42:00Z' }),
      allClear({ asOf: '2026-11-21T11:30:00+01:00' }),
      allClear(),
    ]);
    const targets = features(2_500);

    const impact = await client.getImpact(targets);

    expect(requests).toHaveLength(3);
    expect(impact).toEqual({
      outcome: 'done',
      value: { asOf: '2026-11-21T11:30:00+01:00', impacts: targets.map(clear) },
    });
  });

  test('fails as a whole if one of its parts fails', async () => {
    const { client, requests } = clientOf([allClear(), () => json({ name: 'X' }, 404)]);

    expect(await client.getImpact(features(2_001))).toMatchObject({
      outcome: 'refused',
      failure: { status: 404 },
    });
    expect(requests).toHaveLength(2);
  });

  test('of no targets is not sent', async () => {
    const { client, requests } = clientOf([allClear()]);

    expect(await client.getProjectImpact('shop', [])).toMatchObject({
      outcome: 'refused',
      failure: { type: 'NotSent' },
    });
    expect(requests).toEqual([]);
  });

  const [one, other] = [clear({ feature: 'a' }), clear({ feature: 'b' })];

  test.each([
    ['no impacts', {}],
    ['too few impacts', { impacts: [one] }],
    ['too many impacts', { impacts: [one, other, other] }],
    ['impacts in another order', { impacts: [other, one] }],
    ['an impact without an outcome', { impacts: [{ ...one, outcome: undefined }, other] }],
    ['an impact without lists', { impacts: [{ ...one, doubts: undefined }, other] }],
    ['an all-clear with change requests', { impacts: [{ ...one, count: 1 }, other] }],
    ['null', { impacts: [null, other] }],
  ])('with %s in the response is unknown', async (_what, response) => {
    const { client } = clientOf([() => json(response)]);

    expect(await client.getImpact([{ feature: 'a' }, { feature: 'b' }])).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'UnreadableResponse', status: 200 },
    });
  });
});

const INUSE: StrategyImpactSchema = {
  ...clear({ strategyDefinition: 'byCountry', intent: 'delete' }),
  outcome: 'unknown',
  reasons: ['no-coverage'],
  hidden: 0,
  fingerprint: 'f-1',
};

test.each([
  { ...INUSE, fingerprint: undefined },
  { ...INUSE, outcome: 'none', hidden: 1 },
])('the impact of a delete with %j in the response is unknown', async (response) => {
  const { client } = clientOf([() => json(response)]);

  expect(await client.getStrategyImpact('byCountry')).toMatchObject({
    outcome: 'unknown',
    failure: { type: 'UnreadableResponse' },
  });
});

test('the impact of a delete has a fingerprint', async () => {
  const { client } = clientOf([() => json(INUSE)]);

  expect(await client.getStrategyImpact('byCountry')).toEqual({ outcome: 'done', value: INUSE });
});

describe('a guarded delete', () => {
  const error = { id: 'x', name: 'StrategyInUseError', message: 'It is in use.' };

  test('sends the guard and the acknowledged fingerprint', async () => {
    const { client, requests } = clientOf([() => new Response('')]);

    expect(
      await client.removeStrategy('byCountry', { guard: 'refuse', acknowledge: 'f/1' }),
    ).toEqual({ outcome: 'done', value: undefined });
    expect(requests[0]?.url.search).toBe('?guard=refuse&acknowledge=f%2F1');
  });

  test('of a definition in use has the impact', async () => {
    const { client, requests } = clientOf([() => json({ ...error, impact: INUSE }, 409)]);

    expect(await client.removeStrategy('byCountry', { guard: 'refuse' })).toEqual({
      outcome: 'in-use',
      impact: INUSE,
      failure: { type: 'ErrorResponse', status: 409, ...error },
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['refused after a 409 without an impact', () => json(error, 409), 'refused'],
    ['refused after a 409 with half an impact', () => json({ impact: {} }, 409), 'refused'],
    ['refused after a 409 that is not JSON', () => new Response('no', { status: 409 }), 'refused'],
    ['unknown after a 503 with an impact', () => json({ impact: INUSE }, 503), 'unknown'],
    ['unknown without a connection', noConnection, 'unknown'],
    [
      'refused when the upstream refuses it',
      () => json({ ...error, name: 'UpstreamRefusedError' }, 502),
      'refused',
    ],
    ['unknown after the 502 of a proxy', () => new Response('no', { status: 502 }), 'unknown'],
  ] as const)('is %s', async (_when, response, outcome) => {
    const { client } = clientOf([response]);

    expect(await client.removeStrategy('byCountry', { guard: 'refuse' })).toMatchObject({
      outcome,
    });
  });
});

describe('a search of data that is not live', () => {
  const asked = { feature: ['checkout'] };
  const found = [{ id: 7, environment: 'production' }];
  const asOf = '2026-11-21T10:42:00.000Z';

  test('has its time', async () => {
    const { client } = clientOf([
      () => json([], 200, { 'Forewarn-As-Of': asOf }),
      () => json(found, 200, { 'Forewarn-As-Of': asOf }),
    ]);

    expect(await client.getScheduledChangeRequests('shop', asked)).toEqual({
      outcome: 'none',
      asOf,
    });
    expect(await client.getScheduledChangeRequests('shop', asked)).toEqual({
      outcome: 'some',
      changeRequests: found,
      asOf,
    });
  });

  test('is unknown, not none, if no import or sync listed the change requests', async () => {
    const { client } = clientOf([
      () => json([], 200, { 'Forewarn-As-Of': 'none' }),
      () => json(found, 200, { 'Forewarn-As-Of': 'none' }),
    ]);

    expect(await client.getScheduledChangeRequests('shop', asked)).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'NoCoverage' },
    });
    expect(await client.getScheduledChangeRequests('shop', asked)).toEqual({
      outcome: 'some',
      changeRequests: found,
    });
  });
});
