import { expect, test } from 'vitest';
import type { ImpactTarget } from '../src/index.ts';
import { clear, clientOf, type FakeResponse, json } from './fake-network.ts';

const TIME = '2026-11-21T10:42:00.000Z';

const done = (value: unknown) => ({ outcome: 'done', value });

/** Responds with `none` for each target of the request. */
const allClear =
  (more: object = {}): FakeResponse =>
  ({ body }) => {
    const { targets } = body as { readonly targets: readonly object[] };
    return json({ coverage: 'live', ...more, impacts: targets.map(clear) });
  };

const features = (count: number): readonly ImpactTarget[] =>
  Array.from({ length: count }, (_, index) => ({ feature: `f-${index}`, intent: 'archive' }));

test('an impact is asked in one project or in all', async () => {
  const { client, requests } = clientOf([allClear()]);
  const targets: readonly ImpactTarget[] = [{ segment: 7 }, { strategyDefinition: 'byCountry' }];

  const ofOne = await client.getProjectImpact('a b', targets);

  expect(ofOne).toEqual(done({ coverage: 'live', impacts: targets.map(clear) }));
  expect(await client.getImpact(targets)).toEqual(ofOne);
  expect(requests.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
    ['POST', '/api/admin/projects/a%20b/impact', { targets }],
    ['POST', '/api/admin/impact', { targets }],
  ]);
});

test('an impact of the legal values of a context field is the one that was asked for', async () => {
  const field = { contextField: 'plan', intent: 'update' } as const;
  const targets: readonly ImpactTarget[] = [{ ...field, legalValues: ['free', 'paid'] }];
  const foreign = clear({ ...field, legalValues: ['free'] });
  const impacts = [foreign];
  const { client } = clientOf([allClear(), () => json({ coverage: 'live', impacts })]);

  expect((await client.getImpact(targets)).outcome).toBe('done');
  expect((await client.getImpact(targets)).outcome).toBe('unknown');
});

test('more than 1,000 targets are asked in parts and joined in order, as of the oldest', async () => {
  const { client, requests } = clientOf([
    allClear({ coverage: 'as-of', asOf: TIME }),
    allClear({ coverage: 'as-of', asOf: '2026-11-21T11:30:00+01:00' }),
    allClear(),
  ]);
  const targets = features(2_500);

  const impact = await client.getImpact(targets);

  expect(requests).toHaveLength(3);
  const oldest = { coverage: 'as-of', asOf: '2026-11-21T11:30:00+01:00' };
  expect(impact).toEqual(done({ ...oldest, impacts: targets.map(clear) }));
});

test('an impact fails as a whole if one of its parts fails', async () => {
  const { client, requests } = clientOf([allClear(), () => json({ name: 'X' }, 404)]);

  expect(await client.getImpact(features(2_001))).toMatchObject({
    outcome: 'refused',
    failure: { status: 404 },
  });
  expect(requests).toHaveLength(2);
});
