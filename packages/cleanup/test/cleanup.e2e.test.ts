import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, test } from 'vitest';
import {
  API,
  at,
  authorizer,
  scheduled,
  serveFrom,
  SHOP,
} from '../../forecast/test/served-schedule.ts';
import { memoryForecast } from '../../forecast/src/memory/index.ts';
import { cursorOf } from '../../http/src/request/cursor.ts';
import { ADMIN, POWERLESS } from '../../http/test/admin-world.ts';
import { makeCleanupUseCases } from '../src/cleanups.ts';
import { cleanupQuery } from '../src/http/cleanup-query.ts';
import { httpCleanup } from '../src/http/index.ts';
import { memoryCleanup } from '../src/memory/index.ts';
import { staleFeature } from './cleanup-world.ts';

const OF_ALL = `${API}/cleanup`;
const OF_SHOP = `${API}/projects/shop/cleanup`;
const AS_OF = new Date().toISOString();
const SEEN_AT = new Date(Date.now() - 3 * 86_400_000).toISOString();

/** Serves two features of the shop, of which a change request touches one, and one of the office. */
async function served() {
  const store = createMemoryStore({}, [memoryForecast, memoryCleanup]);
  const capabilities = [httpCleanup(makeCleanupUseCases({ authorizer, ...store }))];
  const { ask } = await serveFrom(
    store,
    [scheduled('shop', 2, 20, { action: 'updateEnabled' })],
    capabilities,
  );
  for (const [projectId, features] of [
    ['shop', [staleFeature('new-checkout'), staleFeature('sale', { lastSeenAt: SEEN_AT })]],
    ['office', [staleFeature('desk')]],
  ] as const) {
    await store.featureUse.replace({ projectId, asOf: AS_OF, features });
  }
  return async (path: string, key = ADMIN, headers: Readonly<Record<string, string>> = {}) => {
    const {
      status,
      headers: sent,
      body,
    } = await ask('GET', path, {
      headers: { Authorization: key, ...headers },
    });
    return { status, link: String(sent['link'] ?? ''), body };
  };
}

const read = (body: string) =>
  JSON.parse(body) as { readonly candidates: readonly { readonly target: object }[] };

describe('clean-up over HTTP', () => {
  test('says what can be removed, when, and why', async () => {
    const get = await served();
    const { status, link, body } = await get(OF_SHOP, SHOP);

    expect(status).toBe(200);
    expect(link).toBe(`<${OF_SHOP}?>; rel="first"`);
    expect(read(body)).toEqual({
      coverage: 'as-of',
      asOf: AS_OF,
      candidates: [
        {
          target: { feature: 'new-checkout' },
          project: 'shop',
          verdict: 'after',
          after: at(20),
          wave: 1,
          reasons: [],
          evidence: [
            {
              rule: 'feature-archived',
              evidence: 'documented',
              why: 'Unleash suspends the schedule of an archived feature.',
              changeRequest: {
                project: 'shop',
                id: 2,
                environment: 'production',
                title: 'Change 2',
                schedule: { status: 'pending', scheduledAt: at(20) },
              },
              forecast: 'as-planned',
            },
          ],
          fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        {
          target: { feature: 'sale' },
          project: 'shop',
          verdict: 'blocked',
          reasons: ['seen-recently'],
          evidence: [
            {
              rule: 'seen-recently',
              evidence: 'none',
              why: 'An application asked for it within the quiet time.',
              lastSeenAt: SEEN_AT,
            },
          ],
          fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
      ],
    });
  });

  test('takes the quiet days and the features of the query', async () => {
    const get = await served();

    expect(read((await get(`${OF_SHOP}?quietDays=2&feature=sale`)).body).candidates).toMatchObject([
      { target: { feature: 'sale' }, verdict: 'now' },
    ]);
    expect(
      read((await get(`${OF_SHOP}?feature[]=sale&feature[]=none`)).body).candidates,
    ).toMatchObject([
      { target: { feature: 'none' }, verdict: 'unknown' },
      { target: { feature: 'sale' } },
    ]);
  });

  test('takes the definitions of the query, over all projects', async () => {
    const get = await served();
    const { status, body } = await get(
      `${OF_ALL}?strategyDefinition=none&strategyDefinition=default&feature=sale`,
    );

    expect(status).toBe(200);
    expect(read(body).candidates).toMatchObject([
      { target: { strategyDefinition: 'none' }, verdict: 'unknown', reasons: ['not-found'] },
      { target: { feature: 'sale' } },
    ]);
  });

  test('comes in pages by Link, over all projects', async () => {
    const get = await served();
    const seen: object[] = [];
    let path: string | undefined = `${OF_ALL}?limit=1&quietDays=2`;
    while (path !== undefined) {
      const { body, link } = await get(path);
      seen.push(...read(body).candidates.map(({ target }) => target));
      path = /<(?<next>[^>]+)>; rel="next"/.exec(link)?.groups?.['next'];
    }

    expect(seen).toEqual([{ feature: 'desk' }, { feature: 'new-checkout' }, { feature: 'sale' }]);
  });

  test.for([
    [`${OF_SHOP}?quietDays=-1`, 400, 'quietDays'],
    [`${OF_SHOP}?quietDays=4000`, 400, 'quietDays'],
    [`${OF_SHOP}?feature=`, 400, 'feature'],
    [`${OF_SHOP}?${'feature=a&'.repeat(101)}`, 400, 'at most 100'],
    [`${OF_ALL}?${'strategyDefinition=a&'.repeat(101)}`, 400, 'at most 100'],
    [`${OF_SHOP}?strategyDefinition=a`, 400, 'ask over all of them'],
    [`${OF_SHOP}?limit=0`, 400, 'limit'],
    [`${OF_SHOP}?cursor=x`, 400, 'cursor'],
    [
      `${OF_SHOP}?cursor=${cursorOf('cleanup', { projectId: 'office', name: 'desk' })}`,
      400,
      'cursor',
    ],
    [
      `${OF_ALL}?cursor=${cursorOf('forecast', { scheduledAt: 1, projectId: 'office', id: 2 })}`,
      400,
      'cursor',
    ],
    [`${API}/projects/none/cleanup`, 404, 'none'],
  ] as const)('responds to %s with %i', async ([path, status, says]) => {
    const response = await (await served())(path);

    expect(response.status).toBe(status);
    expect(response.body).toContain(says);
  });

  test('is for keys that may read the project', async () => {
    const get = await served();

    expect((await get(`${API}/projects/office/cleanup`, SHOP)).status).toBe(403);
    expect((await get(OF_ALL, POWERLESS)).status).toBe(403);
    expect(read((await get(OF_ALL, SHOP)).body).candidates).toHaveLength(2);
  });

  test('has at most 100 candidates on a page', () => {
    const limits = ['5', '1000'].map((limit) => cleanupQuery([['limit', limit]], false));

    expect(limits.map((query) => query._unsafeUnwrap().limit)).toEqual([5, 100]);
  });

  test('refuses an unknown parameter if the client is strict', async () => {
    const strict = { Prefer: 'handling=strict' };

    expect((await (await served())(`${OF_SHOP}?quietdays=2`, ADMIN, strict)).status).toBe(400);
  });
});
