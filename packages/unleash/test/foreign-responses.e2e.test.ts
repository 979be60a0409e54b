import { expect, test } from 'vitest';
import { unleashApi } from '../src/unleash-api.ts';
import { unleashUpstream } from '../src/unleash-upstream.ts';
import {
  fakeChangeRequest,
  type FakeResponse,
  fakeStrategy,
  notFound,
  notServed,
} from './fake-unleash.ts';
import { follow, type Following } from './follow.ts';

const HTML = 'text/html; charset=utf-8';
const LIST = '/projects/shop/change-requests';
const NAME = 'holidaySale';

/** What stands between Forewarn and Unleash responds in its own way when it does not reach Unleash. */
const FOREIGN: readonly (readonly [what: string, body: unknown, status?: number, type?: string])[] =
  [
    ['a page', '<h1>404 Not Found</h1>', 404, HTML],
    ['text', 'default backend - 404', 404, 'text/plain'],
    ['nothing', ''],
    ['JSON of a gateway', { message: 'no Route matched with those values' }],
    ['JSON of a framework', { statusCode: 404, message: 'Not Found', error: 'Not Found' }],
    ['an error with a name only', { name: 'NotFoundError' }],
    ['broken JSON', '{"name":"NotFoundError","message":"No'],
    ["Unleash's error as a page", notFound('No strategy found').body, 404, HTML],
    ['a success that is an error', { error: 'upstream connect error' }, 200],
    ['a success that is a text', '"ok"', 200],
  ];

/** An Unleash with one change request, which its list abbreviates, and a store that has it. */
async function followAbbreviated() {
  const following = await follow({
    projects: [
      { id: 'shop', name: 'Shop' },
      { id: 'old', name: 'Old' },
    ],
    strategies: [fakeStrategy('default'), fakeStrategy(NAME)],
    changeRequests: [fakeChangeRequest(1)],
  });
  (await following.sync({ now: () => 0 }))._unsafeUnwrap();
  return following;
}

const upstreamOf = ({ unleash: { url, key }, store }: Following) =>
  unleashUpstream({ api: unleashApi({ url, key, firstWaitMs: 1 }), store });

test.for(FOREIGN)(
  '%s from something else than Unleash withdraws, lists, deletes and confirms nothing',
  async ([, body, status = 404, type]) => {
    const headers = type === undefined ? {} : { headers: { 'Content-Type': type } };
    const response: FakeResponse = { status, body, ...headers };
    const following = await followAbbreviated();
    const { unleash, sync, idsOf, coverageOf, definitions, events, lines } = following;
    const before = await coverageOf('shop');
    for (const path of [`${LIST}/1`, LIST]) {
      unleash.respond(path, response);

      expect((await sync())._unsafeUnwrap().isCurrent, path).toBe(false);

      expect(await idsOf('shop')).toEqual([1]);
      expect(await coverageOf('shop')).toEqual(before);
      expect(lines).toContainEqual(
        expect.stringMatching(/^project "shop": .*; the age of its data keeps growing$/),
      );
      unleash.recover();
    }
    // Lists that leave out what may still be there.
    unleash.state.projects.pop();
    unleash.state.strategies.pop();
    unleash.respond('/projects/old/overview', response);
    unleash.respond(`/strategies/${NAME}`, response);

    const { deleted } = (await sync())._unsafeUnwrap();
    const confirmed = await upstreamOf(following).deleteStrategy(NAME);

    expect(deleted).toEqual({ projects: 0, strategies: 0 });
    expect(await coverageOf('old')).toBeDefined();
    expect(await definitions()).toContain(NAME);
    expect(confirmed._unsafeUnwrapErr()).toMatchObject({
      type: 'UpstreamRefused',
      reason: expect.stringMatching(
        /^The delete got .+ instead of a response from Unleash: check UNLEASH_URL\. Nothing has changed in Forewarn\.$/,
      ) as string,
    });
    expect(await events()).toEqual([]);
  },
);

test('an empty success confirms no delete while Unleash still has the definition', async () => {
  const following = await follow({ strategies: [fakeStrategy(NAME)] });
  following.unleash.respond(`/strategies/${NAME}`, ({ method }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(method === 'DELETE' ? undefined : JSON.stringify(fakeStrategy(NAME)));
  });

  const confirmed = await upstreamOf(following).deleteStrategy(NAME);

  expect(confirmed._unsafeUnwrapErr()).toMatchObject({
    type: 'UpstreamUnavailable',
    reason: expect.stringContaining('it does not say that the definition is gone') as string,
  });
});

test.each([
  ['says of a path that it does not serve it', notServed(`/strategies/${NAME}`)],
  ['does not have the project of a followed list', notFound('No project found')],
])('nothing is gone when Unleash %s', async (_what, response) => {
  const { unleash, sync, idsOf, coverageOf, definitions } = await followAbbreviated();
  const before = await coverageOf('shop');
  unleash.state.strategies.pop();
  unleash.respond(`/strategies/${NAME}`, notServed(`/strategies/${NAME}`));
  unleash.respond(LIST, response);

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: false });

  expect(await definitions()).toContain(NAME);
  expect(await idsOf('shop')).toEqual([1]);
  expect(await coverageOf('shop')).toEqual(before);
});

test('a change request under the id of another one withdraws nothing', async () => {
  const { unleash, sync, idsOf } = await followAbbreviated();
  unleash.respond(`${LIST}/1`, { body: fakeChangeRequest(2) });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(await idsOf('shop')).toEqual([1]);
});
