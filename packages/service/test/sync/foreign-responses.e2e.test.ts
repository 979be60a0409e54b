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

describe.for(FOREIGN)('%s from something else than Unleash', ([, body, status = 404, type]) => {
  const headers = type === undefined ? {} : { headers: { 'Content-Type': type } };
  const response: FakeResponse = { status, body, ...headers };

  test.each([
    ['withdraws no change request', `${LIST}/1`],
    ['is no list of change requests', LIST],
  ])('%s', async (_does, path) => {
    const { unleash, sync, idsOf, coverageOf, lines } = await followAbbreviated();
    const before = await coverageOf('shop');
    unleash.respond(path, response);

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await idsOf('shop')).toEqual([1]);
    expect(await coverageOf('shop')).toEqual(before);
    expect(lines).toContainEqual(
      expect.stringMatching(/^project "shop": .*; the age of its data keeps growing$/),
    );
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
