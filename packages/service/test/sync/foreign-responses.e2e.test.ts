import { describe, expect, test } from 'vitest';
import {
  fakeChangeRequest,
  type FakeResponse,
  fakeStrategy,
  notFound,
  notServed,
} from '../../../unleash/test/fake-unleash.ts';
import { follow } from '../../../unleash/test/follow.ts';
import { serveFollowing } from './serve-following.ts';
import { ask, strategyPath } from '../http/ask.ts';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const LIST = '/projects/shop/change-requests';
const NAME = 'holidaySale';

/** What stands between Forewarn and Unleash responds in its own way when it does not reach Unleash. */
const FOREIGN: readonly (readonly [string, FakeResponse])[] = [
  ['a page', { status: 404, body: '<h1>404 Not Found</h1>', headers: HTML }],
  [
    'text',
    { status: 404, body: 'default backend - 404', headers: { 'Content-Type': 'text/plain' } },
  ],
  ['nothing', { status: 404, body: '' }],
  ['JSON of a gateway', { status: 404, body: { message: 'no Route matched with those values' } }],
  [
    'JSON of a framework',
    { status: 404, body: { statusCode: 404, message: 'Not Found', error: 'Not Found' } },
  ],
  ['an error with a name only', { status: 404, body: { name: 'NotFoundError' } }],
  ['broken JSON', { status: 404, body: '{"name":"NotFoundError","message":"No' }],
  [
    "Unleash's error as a page",
    { status: 404, body: notFound('No strategy found').body, headers: HTML },
  ],
  ['a success that is an error', { status: 200, body: { error: 'upstream connect error' } }],
  ['a success that is a text', { status: 200, body: '"ok"' }],
];

const abbreviated = fakeChangeRequest(1, { features: [{ name: 'checkout', changes: [] }] });

/** An Unleash with one abbreviated change request, and a store that has it. */
async function followAbbreviated() {
  const following = await follow({
    projects: [
      { id: 'shop', name: 'Shop' },
      { id: 'old', name: 'Old' },
    ],
    strategies: [fakeStrategy('default'), fakeStrategy(NAME)],
    changeRequests: [abbreviated],
    whole: { 1: fakeChangeRequest(1) },
  });
  (await following.sync({ now: () => 0 }))._unsafeUnwrap();
  return following;
}

describe.each(FOREIGN)('%s from something else than Unleash', (_what, response) => {
  test('withdraws no change request', async () => {
    const { unleash, sync, idsOf, coverageOf, lines } = await followAbbreviated();
    const before = await coverageOf('shop');
    unleash.respond(`${LIST}/1`, response);

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await idsOf('shop')).toEqual([1]);
    expect(await coverageOf('shop')).toEqual(before);
    expect(lines).toContainEqual(
      expect.stringMatching(/^project "shop": .*; the age of its data keeps growing$/),
    );
  });

  test('is no list of change requests', async () => {
    const { unleash, sync, idsOf, coverageOf } = await followAbbreviated();
    const before = await coverageOf('shop');
    unleash.respond(LIST, response);

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await idsOf('shop')).toEqual([1]);
    expect(await coverageOf('shop')).toEqual(before);
  });

  test('deletes no project and no definition that a short list leaves out', async () => {
    const { unleash, sync, coverageOf, definitions, events } = await followAbbreviated();
    unleash.state.projects.pop();
    unleash.state.strategies.pop();
    unleash.respond('/projects/old/overview', response);
    unleash.respond(`/strategies/${NAME}`, response);

    const { deleted } = (await sync())._unsafeUnwrap();

    expect(deleted).toEqual({ projects: 0, strategies: 0 });
    expect(await coverageOf('old')).toBeDefined();
    expect(await definitions()).toContain(NAME);
    expect(await events()).toEqual([]);
  });

  test('confirms no delete', async () => {
    const { unleash, served, key, definitions, events } = await serveFollowing({
      strategies: [fakeStrategy(NAME)],
    });
    unleash.respond(`/strategies/${NAME}`, response);

    const removed = await ask(served, { method: 'DELETE', path: strategyPath(NAME), key });

    expect(removed).toMatchObject({ status: 502, json: { name: 'UpstreamRefusedError' } });
    expect(await definitions()).toEqual([NAME]);
    expect(await events()).toEqual([]);
  });
});

test('an empty success confirms no delete while Unleash still has the definition', async () => {
  const { unleash, served, key, definitions } = await serveFollowing({
    strategies: [fakeStrategy(NAME)],
  });
  unleash.respond(`/strategies/${NAME}`, ({ method }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(method === 'DELETE' ? undefined : JSON.stringify(fakeStrategy(NAME)));
  });

  expect(await ask(served, { method: 'DELETE', path: strategyPath(NAME), key })).toMatchObject({
    status: 503,
    json: {
      name: 'UpstreamUnavailableError',
      message: expect.stringContaining('it does not say that the definition is gone'),
    },
  });

  expect(await definitions()).toEqual([NAME]);
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
