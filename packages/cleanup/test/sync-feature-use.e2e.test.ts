import { memoryOperate } from '../../operate/src/memory/index.ts';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../../unleash/src/memory/index.ts';
import { expect, test } from 'vitest';
import {
  fakeProjects,
  fakeStrategy,
  type FakeState,
  notFound,
} from '../../unleash/test/fake-unleash.ts';
import { follow } from '../../unleash/test/follow.ts';
import { FeatureSearch } from '../../unleash/src/feature-search.ts';
import { unleashApi } from '../../unleash/src/unleash-api.ts';
import { memoryCleanup } from '../src/memory/index.ts';

const areNamesDue = () => true;

/** A fake Unleash, and a store that keeps how its features are used. */
async function following(features: FakeState['features'], state: Partial<FakeState> = {}) {
  const store = createMemoryStore({}, [memoryOperate, memoryUnleash, memoryCleanup]);
  const followed = await follow({ features, ...state }, store);
  return {
    ...followed,
    uses: async (...ids: readonly string[]) =>
      (await store.featureUse.find(ids.length === 0 ? ['shop'] : ids))._unsafeUnwrap(),
  };
}

const shop = { project: 'shop' } as const;
const ALONE = { children: [], parents: [] };

test('a sync copies how features are used', async () => {
  const { sync, uses, lines, unleash } = await following([
    { ...shop, name: 'plain' },
    { ...shop, name: 'old', isStale: true, lastSeenAt: '2026-11-20T10:00:00.000Z' },
    { ...shop, name: 'done/?', stage: 'completed' },
    { ...shop, name: 'child', parent: 'done/?' },
    { ...shop, name: 'done-child', isStale: true, parent: 'done/?' },
    { ...shop, name: 'busy-parent', stage: 'live' },
    { ...shop, name: 'other-child', parent: 'busy-parent' },
    { ...shop, name: 'gone', isArchived: true, isStale: true },
    { project: 'office', name: 'desk', isStale: true },
  ]);
  (await sync({ areNamesDue }))._unsafeUnwrap();

  expect(lines).toEqual([]);
  expect(await uses()).toEqual([
    {
      projectId: 'shop',
      asOf: expect.stringMatching(/^2/),
      features: [
        { name: 'plain', isStale: false, lastSeenAt: null, ...ALONE },
        { name: 'old', isStale: true, lastSeenAt: '2026-11-20T10:00:00.000Z', ...ALONE },
        {
          name: 'done/?',
          isStale: false,
          stage: 'completed',
          lastSeenAt: null,
          children: ['child', 'done-child'],
          parents: [],
        },
        // And the parents of this one.
        { name: 'child', isStale: false, lastSeenAt: null, children: [] },
        { name: 'done-child', isStale: true, lastSeenAt: null, children: [], parents: ['done/?'] },
        // Only a read of its own would tell the children of this one.
        { name: 'busy-parent', isStale: false, stage: 'live', lastSeenAt: null, parents: [] },
        { name: 'other-child', isStale: false, lastSeenAt: null, children: [] },
      ],
    },
  ]);
  const details = unleash.received.filter(({ path }) => /\/features\/./.test(path));
  expect(details.map(({ path }) => path)).toEqual([
    '/projects/shop/features/done%2F%3F',
    '/projects/shop/features/done-child',
  ]);
});

test('it reads of which definitions strategies are, if Unleash has one of its own', async () => {
  const features = [
    { ...shop, name: 'used', strategies: ['gradual', 'default'] },
    { ...shop, name: 'without', strategies: [] },
    { ...shop, name: 'done', isStale: true, strategies: ['default'] },
  ] as const;
  const { sync, uses, unleash } = await following([...features]);
  const definitions = async () =>
    (await uses())[0]?.features.map((each) => [each.name, each.definitions]);
  await sync({ areNamesDue });
  expect(await definitions()).toEqual([
    ['used', undefined],
    ['without', []],
    ['done', undefined],
  ]);
  expect(unleash.received.filter(({ path }) => /\/features\/./.test(path))).toEqual([]);

  unleash.state.strategies.push(fakeStrategy('gradual'));
  await sync({ areNamesDue });
  expect(await definitions()).toEqual([
    ['used', ['gradual', 'default']],
    ['without', []],
    ['done', ['default']],
  ]);
});

test.for([
  ['is the open-source edition', undefined, '', {}, [], []],
  ['has no plan', { plans: 0, templates: ['gradual', 'b/?'] }, '', {}, ['gradual', 'b/?'], []],
  ['has a plan', { plans: 1, templates: [] }, '', {}, undefined, []],
  [
    'does not tell how many',
    undefined,
    '/instance-admin/statistics',
    {},
    undefined,
    ['statistics without release plans'],
  ],
  ['lists less', { plans: 0, templates: ['a'] }, '/release-plan-templates', [], undefined, []],
  [
    'has a broken one',
    { plans: 0, templates: ['a'] },
    '/release-plan-templates/0',
    {},
    undefined,
    ['a release template without its strategies'],
  ],
  [
    'is of old',
    { plans: 0, templates: [''] },
    '/release-plan-templates/0',
    { milestones: [{ strategies: [{ strategyName: 'old' }] }] },
    ['old'],
    [],
  ],
] as const)('it reads what release templates use: an Unleash that %s', async (given) => {
  const [, releases, path, body, planned, said] = given;
  const strategies = [fakeStrategy('gradual')];
  const { sync, uses, unleash, lines } = await following([], { strategies, releases });
  if (path !== '') unleash.respond(path, { body });
  await sync({ areNamesDue });
  expect((await uses())[0]?.plannedDefinitions).toEqual(planned);
  // That there are plans, which it never reads, is no news.
  expect(lines).toEqual(said.map((each) => expect.stringContaining(each)));
});

test.for([
  ['/instance-admin/statistics', { status: 403 }],
  ['/instance-admin/statistics', { body: { versionEnterprise: '5.0.0' } }],
  ['/release-plan-templates', { status: 404 }],
  ['/release-plan-templates/0', { status: 503 }],
] as const)('it says why it is not known what release templates use: %j', async (given) => {
  const [path, response] = given;
  const strategies = [fakeStrategy('gradual')];
  const features = [{ ...shop, name: 'used', strategies: ['default'] }];
  const releases = { plans: 0, templates: ['gradual'] };
  const { sync, uses, unleash, lines } = await following(features, { strategies, releases });
  unleash.respond(path, response);
  await sync({ areNamesDue });

  const why = /whether release plans use definitions is not known$/;
  expect(lines).toEqual([expect.stringMatching(why)]);
  expect(lines[0]).toContain(path);
  const [use] = await uses();
  expect(use).not.toHaveProperty('plannedDefinitions');
  expect(use?.features).toMatchObject([{ definitions: ['default'] }]);
});

test.for([
  ['is archived meanwhile', notFound('No feature'), ['default']],
  ["can't be read", { status: 500 }, undefined],
] as const)('if a feature %s, it knows of the next one %s', async ([, response, definitions]) => {
  const features = ['gone', 'next'].map((name) => ({ ...shop, name, strategies: ['default'] }));
  const strategies = [fakeStrategy('gradual')];
  const { sync, uses, unleash } = await following(features, { strategies });
  unleash.respond('/projects/shop/features/gone', response);
  await sync({ areNamesDue });
  expect((await uses())[0]?.features.map((each) => each.definitions)).toEqual([
    undefined,
    definitions,
  ]);
});

test('it copies that only where names are due', async () => {
  const { sync, uses } = await following([], { projects: fakeProjects('shop', 'office') });
  await sync({ areNamesDue: (id) => id === 'office' });

  expect((await uses('shop', 'office')).map(({ projectId }) => projectId)).toEqual(['office']);
});

const listed = (given: object) => ({
  body: {
    features: [
      {
        name: 'old',
        project: 'shop',
        stale: true,
        environments: [],
        dependencyType: null,
        ...given,
      },
    ],
  },
});

test.for([
  ['/search/features', { status: 403 }],
  ['/search/features', listed({ project: 7 })],
  ['/projects/shop/features', listed({ stale: 'yes' })],
  ['/projects/shop/features', listed({ lastSeenAt: 'yesterday' })],
  ['/projects/shop/features/old', { status: 404 }],
  ['/projects/shop/features/old', { body: {} }],
] as const)('it keeps what it has if %s is broken', async ([path, response]) => {
  const { sync, uses, unleash, lines } = await following([
    { ...shop, name: 'old', isStale: true },
    { ...shop, name: 'child', parent: 'old' },
  ]);
  await sync({ areNamesDue });
  const before = await uses();
  unleash.respond(path, response);
  (await sync({ areNamesDue }))._unsafeUnwrap();

  expect(
    lines.filter((line) => line.endsWith('whether features are used stays as it was')),
  ).toHaveLength(1);
  expect(await uses()).toEqual(before);
  expect(before[0]?.features[0]).toMatchObject({ children: ['child'] });
});

test('it asks no further once Unleash no longer responds', async () => {
  const projects = fakeProjects('shop', 'office', 'bank', 'home', 'attic');
  const features = projects.flatMap(({ id: project }): FakeState['features'] => [
    { project, name: `old-${project}`, isStale: true },
    { project, name: `child-${project}`, parent: `old-${project}` },
  ]);
  const { sync, unleash } = await following(features, { projects });
  for (const { id } of projects) {
    unleash.respond(`/projects/${id}/features/old-${id}`, { status: 503 });
  }
  (await sync({ areNamesDue }))._unsafeUnwrap();

  const asked = unleash.received
    .map(({ path }) => path)
    .filter((path) => /\/features\/./.test(path));
  // Two projects are read at once.
  expect(new Set(asked).size).toBeLessThanOrEqual(2);
});

const OLD = listed({ environments: [{}], dependencyType: undefined });
const [EARLY, LATE] = ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000+01:00'];
const seenIn = [{ lastSeenAt: EARLY }, { lastSeenAt: LATE }, { lastSeenAt: null }, {}];

test.for([
  ['what an older Unleash says', OLD, OLD, {}],
  ['what only the list has', listed({}), undefined, { lastSeenAt: null, definitions: [] }],
  [
    'the latest time of all environments',
    listed({ lastSeenAt: null, environments: seenIn }),
    undefined,
    { lastSeenAt: LATE },
  ],
] as const)('it takes %s', async ([, list, search, use]) => {
  const { sync, uses, unleash } = await following([]);
  unleash.respond('/projects/shop/features', list);
  if (search !== undefined) unleash.respond('/search/features', search);
  await sync({ areNamesDue });

  expect((await uses())[0]?.features).toEqual([{ name: 'old', isStale: true, ...use }]);
});

test('it is as old as the search that it needs, whatever is read since', async () => {
  const { sync, uses, unleash } = await following([{ ...shop, name: 'old' }]);
  const featureSearch = new FeatureSearch({ api: unleashApi(unleash) });
  await sync({ areNamesDue, featureSearch });
  const before = await uses();
  const lastSeenAt = '2026-11-20T10:00:00.000Z';
  unleash.state.features = [{ ...shop, name: 'old', lastSeenAt }];
  await sync({ areNamesDue, featureSearch, now: () => Date.now() + 1_000 });

  expect(before[0]?.asOf).toMatch(/^2/);
  expect(await uses()).toEqual([
    { ...before[0], features: [{ name: 'old', isStale: false, lastSeenAt, ...ALONE }] },
  ]);
});
