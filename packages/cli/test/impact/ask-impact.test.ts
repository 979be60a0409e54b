import type { ImpactTarget } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import {
  clientOf,
  type FakeResponse,
  json,
  noConnection,
} from '../../../client/test/fake-network.ts';
import { askImpact } from '../../src/impact/ask-impact.ts';

const targets: readonly ImpactTarget[] = [
  { feature: 'a', intent: 'archive' },
  { strategyId: 's-1', feature: 'a' },
  { variantForFlag: 'b' },
  { segment: 3 },
  { strategyDefinition: 'byCountry' },
];

const notFound = (message: string): FakeResponse => {
  return () => json({ id: 'x', name: 'NotFoundError', message }, 404);
};

/** A server without impact: the search finds what touches the strategy `s-1`. */
const unleash =
  (headers: Readonly<Record<string, string>> = {}): FakeResponse =>
  (request) => {
    if (request.method === 'POST') return notFound('The path is not available.')(request, {});
    const isTouched = request.url.searchParams.get('strategyId') === 's-1';
    return json(isTouched ? [{ id: 7, environment: 'production' }] : [], 200, headers);
  };

const ask = (response: FakeResponse, project?: string, asked = targets) => {
  const { client, requests } = clientOf([response], { tries: 1 });
  return askImpact(client, { project, targets: asked }).then((impact) => ({ impact, requests }));
};

test('asks for the impact in one project or in all', async () => {
  const [target] = targets as readonly [ImpactTarget];
  const lists = { changeRequests: [], doubts: [], reasons: [] };
  const none = { target, outcome: 'none', complete: true, count: 0, ...lists };
  const responding = () => json({ coverage: 'live', impacts: [none] });

  const one = await ask(responding, 'shop', [target]);
  const all = await ask(responding, undefined, [target]);

  expect(one.impact).toEqual({ source: 'impact', coverage: 'live', impacts: [none] });
  expect(one.requests[0]?.url.pathname).toBe('/api/admin/projects/shop/impact');
  expect(all.requests[0]?.url.pathname).toBe('/api/admin/impact');
});

describe('on a server without impact', () => {
  test('the search is asked about each target that it knows; the others are unknown', async () => {
    const { impact, requests } = await ask(unleash(), 'shop');

    const rest = {
      complete: true,
      count: 0,
      changeRequests: [],
      doubts: [],
      reasons: [],
      names: 'unchecked',
    };
    const unsupported = {
      ...rest,
      outcome: 'unknown',
      complete: false,
      reasons: ['not-supported'],
    };
    const found = { project: 'shop', id: 7, environment: 'production', touches: [] };
    expect(impact).toEqual({
      source: 'search',
      impacts: [
        { ...rest, target: targets[0], outcome: 'none' },
        { ...rest, target: targets[1], outcome: 'some', count: 1, changeRequests: [found] },
        { ...rest, target: targets[2], outcome: 'none' },
        { ...unsupported, target: targets[3] },
        { ...unsupported, target: targets[4] },
      ],
    });
    expect(requests.slice(1).map(({ url }) => url.search)).toEqual([
      '?feature=a',
      '?strategyId=s-1',
      '?variantForFlag=b',
    ]);
  });

  test('a name that ends in white space is unknown unless the search finds it', async () => {
    const asked = [{ feature: 'a ' }, { feature: '\uFEFFb', strategyId: 's-1' }];
    const { impact } = await ask(unleash(), 'shop', asked);

    expect(impact).toMatchObject({
      impacts: [{ outcome: 'unknown', reasons: ['not-found'] }, { outcome: 'some' }],
    });
  });

  test('what an incomplete list has is not complete', async () => {
    const incomplete = unleash({ 'Forewarn-As-Of': 'none' });
    const { impact } = await ask(incomplete, 'shop', [{ strategyId: 's-1', feature: 'a' }]);

    expect(impact).toMatchObject({ impacts: [{ outcome: 'some', complete: false }] });
  });

  test('20 targets keep their order', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ feature: `f-${index}` }));
    const { impact } = await ask(unleash(), 'shop', many);

    expect('impacts' in impact ? impact.impacts.map(({ target }) => target) : []).toEqual(many);
  });

  test('the data is as old as the search says', async () => {
    const asOf = '2026-11-21T10:42:00.000Z';

    expect((await ask(unleash({ 'Forewarn-As-Of': asOf }), 'shop')).impact).toMatchObject({ asOf });
    // Something else than Unleash can serve the search.
    expect((await ask(unleash({ 'Forewarn-As-Of': 'none' }), 'shop')).impact).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'NoCoverage' },
    });
  });
});

const absent = notFound('There is no project.');
const ABSENT = { status: 404, message: 'There is no project.' };
const failsOnce: FakeResponse = (request, init) =>
  request.url.searchParams.has('variantForFlag') ? json({}, 500) : unleash()(request, init);

test.each<[string, FakeResponse, string | undefined, readonly ImpactTarget[], number, object]>([
  ['of an unknown project: the search is 404, too', absent, 'shop', targets, 4, ABSENT],
  ['if the search knows none of the targets', absent, 'shop', targets.slice(3), 1, ABSENT],
  ['of all projects after a 404', absent, undefined, targets, 1, ABSENT],
  ['after a 403', () => json({ name: 'NoAccessError' }, 403), 'shop', targets, 1, {}],
  ['after a 503', () => json({}, 503), 'shop', targets, 1, {}],
  ['after a page', () => new Response('<h1>Log in</h1>'), 'shop', targets, 1, {}],
  ['without a connection', noConnection, 'shop', targets, 1, {}],
  ['if one search fails', failsOnce, 'shop', targets, 4, { status: 500 }],
])('nothing is known %s', async (_what, response, project, asked, sent, failure) => {
  const { impact, requests } = await ask(response, project, asked);

  expect(impact).toMatchObject({ outcome: 'unknown', failure });
  expect(requests).toHaveLength(sent);
});
