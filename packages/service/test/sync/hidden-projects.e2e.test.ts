import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeProjects, type FakeState, fakeStrategy } from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following } from '../../../unleash/test/follow.ts';
import { makePlace } from '../commands/place.ts';
import { ask, strategyPath } from '../http/ask.ts';
import { makeKey } from '../http/served-app.ts';
import { serveHere } from '../http/with-stores.ts';
import { impactOf, serveFollower, serveFollowing } from './serve-following.ts';

describe('coverage: an impact over all projects is no all-clear', () => {
  const PROJECTS = fakeProjects('shop');
  const UNKNOWN = { outcome: 'unknown', reasons: ['unreadable-projects'] };

  test.each<[string, (following: Following) => Promise<unknown>]>([
    [
      'after a sync that could not read a project',
      async ({ unleash, sync }) => {
        unleash.state.projects.push({ id: 'long', name: 'x'.repeat(300) });
        return sync();
      },
    ],
    [
      'after a sync of one project since Unleash has another one',
      async ({ unleash, sync }) => {
        await sync();
        unleash.state.projects.push(...fakeProjects('new'));
        return sync({ projectIds: ['shop'] });
      },
    ],
    [
      'while no sync of all projects could register them',
      async ({ unleash, sync }) => {
        unleash.state.projects.push(...fakeProjects('other'));
        await sync({ projectIds: ['shop'] });
        unleash.respond('/strategies', { body: '{"strategies":[{' });
        return sync();
      },
    ],
  ])('%s', async (_when, happens) => {
    const following = await follow({ projects: [...PROJECTS] });
    await happens(following);

    const alone = {
      served: await serveHere(following.store),
      key: await makeKey(following.store, 'ci'),
    };
    for (const node of [alone, await serveFollower(following)]) {
      expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(UNKNOWN);
      const inShop = await impactOf(node, { feature: 'checkout' }, 'shop');
      expect(inShop).toMatchObject({ outcome: 'none' });
    }
  });

  test('until a sync has copied each project', async () => {
    const following = await follow({ projects: fakeProjects('shop', 'new') });
    await following.sync({ projectIds: ['shop'] });
    const node = await serveFollower(following);
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(UNKNOWN);

    await following.sync();
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({ outcome: 'none' });
  });
});

describe('coverage: a key with the root role Viewer, from which Unleash hides projects', () => {
  const NAME = 'holidaySale';
  const HIDDEN = { outcome: 'unknown', reasons: ['unreadable-projects'] };
  const serveAs = (rootRole: FakeState['rootRole']) =>
    serveFollowing({ rootRole, strategies: [fakeStrategy(NAME)] });

  test.each([
    ['Viewer', HIDDEN],
    ['Editor', { outcome: 'none' }],
    ['Admin', { outcome: 'none' }],
    [undefined, { outcome: 'none' }],
  ] as const)('impact over all projects with the role %s', async (rootRole, impact) => {
    const node = await serveAs(rootRole);

    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(impact);
    expect(await impactOf(node, { feature: 'checkout' }, 'shop')).toMatchObject({
      outcome: 'none',
    });
  });

  test.each([
    ['of all projects by a Viewer', 'Viewer', [undefined], HIDDEN],
    ['of all projects by an Editor', 'Editor', [undefined], { outcome: 'none' }],
    ['of one project', 'Editor', [['shop']], HIDDEN],
    ['of one project after one of all', 'Editor', [undefined, ['shop']], { outcome: 'none' }],
  ] as const)(
    'a service without an Unleash, over a store with a sync %s',
    async (_, rootRole, syncs, impact) => {
      const { store, sync } = await follow({ rootRole });
      for (const projectIds of syncs) (await sync({ projectIds }))._unsafeUnwrap();
      const node = { store, served: await serveHere(store), key: await makeKey(store, 'admin') };

      expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(impact);
      const inShop = await impactOf(node, { feature: 'checkout' }, 'shop');
      expect(inShop).toMatchObject({ outcome: 'none' });
    },
  );

  test('refuses a guarded delete until it is acknowledged', async () => {
    const { served, key, unleash } = await serveAs('Viewer');
    const remove = (query: string) =>
      ask(served, { method: 'DELETE', path: `${strategyPath(NAME)}?guard=refuse${query}`, key });

    const refused = await remove('');

    expect(refused).toMatchObject({ status: 409, json: { impact: HIDDEN } });
    expect(unleash.state.strategies).toHaveLength(1);
    const { impact } = refused.json as { readonly impact: { readonly fingerprint: string } };
    expect((await remove(`&acknowledge=${impact.fingerprint}`)).status).toBe(200);
  });

  test.each([403, 500])('is not ruled out while Unleash responds with %d', async (status) => {
    const node = await serveAs(undefined);
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
