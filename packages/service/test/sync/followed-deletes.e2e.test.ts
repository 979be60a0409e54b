import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePlace } from '../commands/place.ts';
import { ask, strategyPath } from '../http/ask.ts';
import { fakeStrategy } from '../../../unleash/test/fake-unleash.ts';
import { serveFollowing, setTimeOf } from './serve-following.ts';

const NAME = 'holidaySale';

/** A service whose Unleash has one definition of its own. */
const serveOne = async (...[state, deadlineMs]: Parameters<typeof serveFollowing>) => {
  const own = { strategies: [fakeStrategy(NAME)], ...state };
  const following = await serveFollowing(own, deadlineMs);
  const remove = (query = '') =>
    ask(following.served, {
      method: 'DELETE',
      path: `${strategyPath(NAME)}${query}`,
      key: following.key,
    });
  const expectNothingDone = async (): Promise<void> => {
    expect(await following.definitions()).toEqual([NAME]);
    expect(await following.events()).toEqual([]);
  };
  return { ...following, remove, expectNothingDone };
};

describe('a delete while following', () => {
  test('deletes in Unleash and here, with one event', async () => {
    const { unleash, remove, definitions, events } = await serveOne();

    expect(await remove()).toMatchObject({ status: 200, text: '' });

    expect(unleash.state.strategies).toEqual([]);
    expect(await definitions()).toEqual([]);
    expect(await events()).toEqual(['strategy-deleted by admin']);
  });

  test('with a guard, says how old its data is if a sync takes longer than a part of the deadline', async () => {
    const { store, unleash, remove } = await serveOne();
    unleash.respond('/projects/shop/change-requests', () => {});
    const asOf = new Date(Date.now() - 200_000).toISOString();
    await setTimeOf(store, asOf);

    const headers = { 'forewarn-as-of': asOf };
    expect(await remove('?guard=refuse')).toMatchObject({ status: 200, headers });
  });

  test.each([
    [401, 502, /^Unleash refuses the delete \(401\): set UNLEASH_API_KEY to an access token/],
    [403, 502, /\(403\): grant UNLEASH_API_KEY the permission DELETE_STRATEGY in Unleash\./],
    [
      409,
      502,
      /^Unleash refuses the delete \(409\): look in the log of Unleash\. Nothing has changed in Forewarn\.$/,
    ],
    [302, 502, /a redirect to .*login.*: check UNLEASH_URL\. Nothing has changed in Forewarn\.$/],
    [429, 503, /^Unleash does not confirm the delete \(status 429\)\..* Repeat the delete/],
    [500, 503, /^Unleash does not confirm the delete \(status 500\)\..* Repeat the delete/],
  ])(
    'responds to the status %d of Unleash with %d, and changes nothing',
    async (says, status, message) => {
      const { served, unleash, remove, expectNothingDone } = await serveOne();
      const headers = { 'Retry-After': '7', Location: 'https://login.example.com' };
      unleash.respond(`/strategies/${NAME}`, { status: says, headers });

      const removed = await remove();

      const name = status === 502 ? 'UpstreamRefusedError' : 'UpstreamUnavailableError';
      const json = { name, message: expect.stringMatching(message) };
      expect(removed).toMatchObject({ status, json });
      expect(removed.headers['retry-after']).toBe(status === 503 ? '7' : undefined);
      const logged = { status, error: name.replace(/Error$/, ''), reason: json.message };
      await expect.poll(() => served.lines).toContainEqual(expect.objectContaining(logged));
      await expectNothingDone();
      expect(unleash.received.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    },
  );

  test.each([
    ['stays silent', () => {}, /no response within 2000 ms/],
    ['hangs up', (response: ServerResponse) => response.destroy(), /\(.+\)/],
  ])('is a 503 when Unleash %s, and changes nothing', async (_does, does, message) => {
    const { unleash, remove, expectNothingDone } = await serveOne({}, 2_500);
    unleash.respond(`/strategies/${NAME}`, (_request, response) => does(response));

    expect(await remove()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { name: 'UpstreamUnavailableError', message: expect.stringMatching(message) },
    });

    await expectNothingDone();
  });

  test('never follows a name to another path of Unleash', async () => {
    const { served, key, unleash } = await serveOne({ strategies: [fakeStrategy('..')] });

    const removed = await ask(served, { method: 'DELETE', path: strategyPath('%2e%2e'), key });

    expect(removed.status).toBe(502);
    expect(unleash.received.map(({ method }) => method)).not.toContain('DELETE');
  });
});

test.each([
  [undefined, 0, 'deleted the strategy definition'],
  [403, 2, 'nothing was deleted: Unleash refuses the delete (403): grant UNLEASH_API_KEY'],
  [500, 2, 'unknown whether it was deleted: Unleash does not confirm the delete (status 500).'],
])('the command reports the error %o of Unleash, and exits with %d', async (status, code, says) => {
  const { served, key, unleash } = await serveOne();
  if (status !== undefined) unleash.respond(`/strategies/${NAME}`, { status });
  const place = await makePlace(onTestFinished);
  const env = { FOREWARN_URL: served.url, FOREWARN_API_KEY: key };

  const ended = await place.run(['strategies', 'delete', NAME, '--yes'], { env });

  expect(ended).toMatchObject({ code, stderr: expect.stringContaining(says) });
  expect(ended.stderr).not.toContain('before you repeat the delete');
});
