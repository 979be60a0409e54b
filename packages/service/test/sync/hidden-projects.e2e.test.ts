import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeProjects, type FakeState, fakeStrategy } from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following } from '../../../unleash/test/follow.ts';
import { makePlace } from '../commands/place.ts';
import { ask, strategyPath } from '../http/ask.ts';
import { makeKey } from '../http/served-app.ts';
import { serveHere } from '../http/with-stores.ts';
import { impactOf, serveFollower, serveFollowing } from './serve-following.ts';

const HIDDEN = { outcome: 'unknown', reasons: ['unreadable-projects'] };
const CLEAR = { outcome: 'none' };

describe('coverage: an impact over all projects, with and without an Unleash to ask', () => {
  type Happens = (following: Following) => unknown;
  /** Syncs all projects, or these, one after the other. */
  const synced =
    (...each: readonly (readonly string[] | undefined)[]): Happens =>
    async ({ sync }) => {
      for (const projectIds of each) (await sync({ projectIds }))._unsafeUnwrap();
    };

  test.each<[string, FakeState['rootRole'], Happens, object]>([
    ['a sync of all by a Viewer', 'Viewer', synced(undefined), HIDDEN],
    ['a sync of all by an Editor', 'Editor', synced(undefined), CLEAR],
    ['a sync of all by an Admin', 'Admin', synced(undefined), CLEAR],
    ['a sync of all by a key without a root role', undefined, synced(undefined), CLEAR],
    ['a sync of one', 'Editor', synced(['shop']), HIDDEN],
    ['a sync of one after one of all', 'Editor', synced(undefined, ['shop']), CLEAR],
    [
      'a sync that could not read a project',
      undefined,
      ({ unleash, sync }) => {
        unleash.state.projects.push({ id: 'long', name: 'x'.repeat(300) });
        return sync();
      },
      HIDDEN,
    ],
    [
      'a sync of one since Unleash has another one',
      undefined,
      async (following) => {
        await synced(undefined)(following);
        following.unleash.state.projects.push(...fakeProjects('new'));
        await synced(['shop'])(following);
      },
      HIDDEN,
    ],
    [
      'a sync of another one, until one has copied each',
      undefined,
      async (following) => {
        following.unleash.state.projects.push(...fakeProjects('new'));
        await synced(['shop'], undefined)(following);
      },
      CLEAR,
    ],
    [
      'a sync of one, and one of all that could not register them',
      undefined,
      async (following) => {
        following.unleash.state.projects.push(...fakeProjects('other'));
        await synced(['shop'])(following);
        following.unleash.respond('/strategies', { body: '{"strategies":[{' });
        await following.sync();
      },
      HIDDEN,
    ],
  ])('after %s', async (_when, rootRole, happens, impact) => {
    const following = await follow({ rootRole, projects: fakeProjects('shop') });
    await happens(following);

    const alone = {
      served: await serveHere(following.store),
      key: await makeKey(following.store, 'ci'),
    };
    for (const node of [alone, await serveFollower(following)]) {
      expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(impact);
      expect(await impactOf(node, { feature: 'checkout' }, 'shop')).toMatchObject(CLEAR);
    }
  });
});

describe('coverage: a key with the root role Viewer, from which Unleash hides projects', () => {
  const NAME = 'holidaySale';

  test('refuses a guarded delete until it is acknowledged', async () => {
    const strategies = [fakeStrategy(NAME)];
    const { served, key, unleash } = await serveFollowing({ rootRole: 'Viewer', strategies });
    const remove = (query: string) =>
      ask(served, { method: 'DELETE', path: `${strategyPath(NAME)}?guard=refuse${query}`, key });

    const refused = await remove('');

    expect(refused).toMatchObject({ status: 409, json: { impact: HIDDEN } });
    expect(unleash.state.strategies).toHaveLength(1);
    const { impact } = refused.json as { readonly impact: { readonly fingerprint: string } };
    expect((await remove(`&acknowledge=${impact.fingerprint}`)).status).toBe(200);
  });

  test.each([403, 500])('is not ruled out while Unleash responds with %d', async (status) => {
    const node = await serveFollowing();
    for (const path of ['/user', '/user/profile']) node.unleash.respond(path, { status });

    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(HIDDEN);
  });

  test('is reported by forewarn sync at its start', async () => {
    const { unleash } = await follow({ rootRole: 'Viewer' });
    const place = await makePlace(onTestFinished);
    const env = { UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key };

    expect(await place.run(['sync'], { env })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /\nforewarn: UNLEASH_API_KEY: Unleash may hide private projects .*\n$/,
      ),
    });
    expect(await place.run(['sync', '--project', 'shop'], { env })).toMatchObject({ stderr: '' });
  });
});
