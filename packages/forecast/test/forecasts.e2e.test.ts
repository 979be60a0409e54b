import type { ScheduledChangeRequest } from '@forewarn/core';
import { by } from '@forewarn/impact';
import { createMemoryStore } from '@forewarn/store-memory';
import { makeUseCases } from '../../use-cases/src/index.ts';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN } from '../../http/test/admin-world.ts';
import { errorIn, listenerOf, serve } from '../../http/test/serve.ts';
import { makeForecastUseCases } from '../src/forecasts.ts';
import { httpForecast } from '../src/http/index.ts';
import { memoryForecast } from '../src/memory/index.ts';
import {
  API,
  ARCHIVE,
  at,
  authorizer,
  HOUR,
  LISTING,
  OF_ALL,
  OF_ONE,
  OF_SHOP,
  ROLLOUT,
  scheduled,
  serveSchedule,
  START,
} from './served-schedule.ts';

const read = (body: string) => JSON.parse(body) as readonly object[];
const MONDAY = scheduled('office', 1, 10, ARCHIVE);
const FRIDAY = scheduled('shop', 2, 20, ROLLOUT);

describe('a forecast', () => {
  const cause = {
    project: 'office',
    id: 1,
    environment: 'production',
    title: 'Change 1',
    schedule: MONDAY.schedule,
    path: 'features[0].changes[0]',
    action: 'archiveFeature',
    feature: 'new-checkout',
    touch: { path: 'features[0].changes[0]', action: 'updateStrategy', feature: 'new-checkout' },
    consequence: by('feature-archived'),
  };
  const SUSPENDED = {
    project: 'shop',
    id: 2,
    environment: 'production',
    title: 'Change 2',
    schedule: FRIDAY.schedule,
    createdBy: 'maria',
    forecast: 'suspended',
    causes: [cause],
    causeCount: 1,
    hiddenCauses: 0,
    reasons: [],
  };

  const BREAKS_NOTHING = { breaks: [], breakCount: 0, hiddenBreaks: 0, mayBreakMore: false };

  test('has exactly the documented shape, on each path', async () => {
    const { get } = await serveSchedule([FRIDAY, MONDAY]);

    for (const path of [OF_ALL, OF_SHOP]) {
      const { status, headers, body } = await get(path);
      expect([status, JSON.parse(body)]).toStrictEqual([200, [SUSPENDED]]);
      const shown = Object.entries(headers).filter(([name]) => /forewarn|link/.test(name));
      expect(shown).toEqual([
        ['forewarn-as-of', 'live'],
        ['link', `<${path}?>; rel="first"`],
      ]);
    }
    const one = { ...SUSPENDED, ...BREAKS_NOTHING };
    expect(JSON.parse((await get(OF_ONE(2))).body)).toStrictEqual(one);
  });

  test('without coverage is no all-clear, also on an empty page', async () => {
    const { get } = await serveSchedule([MONDAY], false);
    const headers = { 'forewarn-as-of': 'none', 'forewarn-reasons': 'no-coverage' };

    const all = await get(OF_ALL);
    expect(all).toMatchObject({ status: 200, body: '[]', headers });
    // A page with neither is of a gateway that removed one.
    expect(all.headers).not.toHaveProperty('link');
    const one = await get(`${API}/projects/office/change-requests/1/forecast`);
    expect(one).toMatchObject({ status: 200, headers });
    expect(JSON.parse(one.body)).toMatchObject({ forecast: 'unknown', reasons: ['no-coverage'] });
  });
});

/** Archives a feature, and then changes it in `count` change requests, one an hour. */
const many = (count: number): readonly ScheduledChangeRequest[] => [
  MONDAY,
  ...Array.from({ length: count }, (_, nth) =>
    scheduled(nth % 2 === 0 ? 'shop' : 'office', 100 + nth, 11 + nth, ROLLOUT),
  ),
];

const linkIn = (link: string | undefined): string | undefined =>
  /^<(?<path>[^>]*)>; rel="next"$/.exec(link ?? '')?.groups?.['path'];

describe('pages of forecasts', () => {
  test('are together what one page is, each with a Link to the next one', async () => {
    const { get } = await serveSchedule(many(7));
    const pages: unknown[] = [];
    let path: string | undefined = `${OF_ALL}?environment=production&limit=2`;
    while (path !== undefined && pages.length < 20) {
      const { body, headers } = await get(path);
      expect(read(body).length).toBeLessThanOrEqual(2);
      pages.push(...read(body));
      path = linkIn(headers['link']?.toString());
    }

    expect(pages).toEqual(read((await get(`${OF_ALL}?limit=1000`)).body));
    expect(pages).toHaveLength(7);
  });

  test('have a Link even if they are empty, and are 304 with it', async () => {
    const store = createMemoryStore({}, [memoryForecast]);
    const next = { scheduledAt: START + HOUR, projectId: 'shop', id: 7 };
    const data = { coverage: 'as-of', asOf: at(-1), reasons: ['too-old'] } as const;
    const useCases = {
      ...makeForecastUseCases({ authorizer, ...store }),
      getForecasts: () => okAsync({ ...data, forecasts: [], next }),
    };
    const capabilities = [httpForecast(useCases)];
    const { ask } = await serve(listenerOf(makeUseCases({ authorizer, store }), { capabilities }));
    const empty = await ask('GET', `${OF_ALL}?forecast=fails`);
    const { etag = '', link } = empty.headers;
    const headers = { etag, link, 'forewarn-as-of': at(-1), 'forewarn-reasons': 'too-old' };

    expect(linkIn(link?.toString())).toMatch(/forecast\?forecast=fails&cursor=[\w-]+$/);
    expect(empty).toMatchObject({ status: 200, body: '[]', headers });
    const known = { headers: { Authorization: ADMIN, 'If-None-Match': etag } };
    const again = await ask('GET', `${OF_ALL}?forecast=fails`, known);
    expect(again).toMatchObject({ status: 304, headers });
  });

  test.each([
    ['forecast=suspended', 7],
    ['forecast=fails&forecast=unknown', 0],
    ['environment=staging&environment=production', 7],
    [`from=${at(14)}`, 4],
    [`from=${at(-1_000)}&to=${at(14)}`, 3],
    [`from=${at(12)}&to=${at(13)}&within=99999999999`, 1],
    [`from=${at(12)}&to=${at(99)}&within=${14.5 * 3_600}`, 3],
    ['colour=red', 7],
  ])('with %s list %i', async (query, count) => {
    const { get } = await serveSchedule(many(7));
    const { status, body } = await get(`${OF_ALL}?${query}`);
    expect([status, read(body).length]).toEqual([200, count]);
  });
});

describe('bad input', () => {
  const LISTED = 'expected one of fails, suspended, changed, unknown';
  const CURSOR = 'expected the cursor of a Link header of this listing';
  test.each<[string, string, string]>([
    ['forecast=as-planned', 'forecast[0]', `${LISTED}; what will go as planned is not listed`],
    ['forecast=fails&forecast=Fails', 'forecast[1]', `${LISTED}; what`],
    [`from=${at(20)}&to=${at(20)}`, 'to', 'expected a time after "from"'],
    [`to=${at(-1)}`, 'to', 'expected a time in the future: the past has no forecast'],
    [`from=${at(20)}&within=60`, 'from', 'expected a time within the next 60 seconds'],
    ['within=7d', 'within', 'expected a whole number of seconds'],
    ['environment=', 'environment[0]', 'expected the name of an environment'],
    ['cursor=%F0%9F%98%80', 'cursor', CURSOR],
    ['cursor=WzE3Njc4MjU2MDAwMDAsInNob3AiLDFd', 'cursor', CURSOR],
  ])('%.60s is 400 and names %s', async (query, path, message) => {
    const { get } = await serveSchedule([FRIDAY]);

    for (const url of [OF_ALL, OF_SHOP]) {
      expect(errorIn(await get(`${url}?${query}`))).toMatchObject({
        status: 400,
        name: 'BadDataError',
        details: [{ path, message: expect.stringContaining(message) }],
      });
    }
  });

  test('a cursor of forecasts is refused by the listing, by another project, and the other way round', async () => {
    const { get } = await serveSchedule(many(4));
    const cursorOf = async (path: string) =>
      linkIn((await get(path)).headers['link']?.toString())?.replace(/.*(?=\?)/, '') ?? '';
    const [ofForecasts, ofListing] = [
      await cursorOf(`${OF_SHOP}?limit=1`),
      await cursorOf(`${LISTING}?limit=1`),
    ];
    const statusOf = async (path: string) => errorIn(await get(path)).status;

    expect((await get(OF_SHOP + ofForecasts)).status).toBe(200);
    expect((await get(LISTING + ofListing)).status).toBe(200);
    expect(await statusOf(LISTING + ofForecasts)).toBe(400);
    expect(await statusOf(OF_ALL + ofListing)).toBe(400);
    expect(await statusOf(OF_SHOP.replace('shop', 'office') + ofForecasts)).toBe(400);
  });

  test.each(['x', 'scheduled'])('the id %s is an error', async (id) => {
    const { get } = await serveSchedule([FRIDAY]);
    const response = await get(OF_SHOP.replace('forecast', `${id}/forecast`));

    expect(errorIn(response)).toMatchObject({
      status: 400,
      message: expect.stringContaining('id'),
    });
  });
});
