import type { Name, NameKind } from '@forewarn/record';
import { expect, test } from 'vitest';
import { FeatureSearch } from '../src/feature-search.ts';
import { unleashApi } from '../src/unleash-api.ts';
import { fakeChangeRequest, fakeProjects, fakeStrategy, notServed } from './fake-unleash.ts';
import { follow } from './follow.ts';

const areNamesDue = () => true;

const named = (kind: NameKind, ...values: readonly string[]): readonly Name[] =>
  values.map((value) => ({ kind, value }));

const FEATURES = [
  { name: 'checkout', project: 'shop' },
  { name: 'old-checkout', project: 'shop', isArchived: true },
  { name: 'desk', project: 'office' },
] as const;

test('copies the names that exist in a project, and nothing of another one', async () => {
  const { sync, find, lines } = await follow({
    projects: fakeProjects('shop', 'office'),
    strategies: [fakeStrategy('byCountry')],
    features: [...FEATURES],
    segments: [
      { id: 1, name: 'all' },
      { id: 2, name: 'own', project: 'shop' },
      { id: 3, name: 'other', project: 'office' },
    ],
    contextFields: [{ name: 'userId' }, { name: 'cart', project: 'shop' }],
  });
  (await sync({ areNamesDue }))._unsafeUnwrap();

  expect(lines).toEqual([]);
  const [known, absent] = ['known', 'not-found'];
  expect(await find(...named('feature', 'checkout', 'old-checkout', 'desk', 'chekout'))).toEqual([
    known,
    known,
    absent,
    absent,
  ]);
  expect(await find(...named('segment', '1', '2', '3'))).toEqual([known, known, absent]);
  expect(await find(...named('contextField', 'userId', 'cart', 'id'))).toEqual([
    known,
    known,
    absent,
  ]);
  // Hidden in the project.
  expect(await find(...named('environment', 'development', 'production'))).toEqual([known, absent]);
  expect(await find(...named('strategyDefinition', 'byCountry', 'x'))).toEqual([known, absent]);
  expect(await find(...named('strategy', '6a4c1f0e'))).toEqual(['unchecked']);
});

test('copies names only where they are due', async () => {
  const { sync, find, store } = await follow({
    projects: fakeProjects('shop', 'office'),
    features: [...FEATURES],
  });
  await sync();
  await sync({ areNamesDue: (projectId) => projectId === 'office' });

  expect(await find(...named('feature', 'checkout', 'chekout'))).toEqual([
    'unchecked',
    'unchecked',
  ]);
  const inOffice = await store.names.find({
    projectIds: ['office'],
    names: named('feature', 'desk', 'x'),
  });
  expect(inOffice._unsafeUnwrap()).toMatchObject([{ state: 'known' }, { state: 'not-found' }]);
});

test('copies names where change requests were applied, which can have archived features', async () => {
  const { unleash, sync, store } = await follow({
    projects: fakeProjects('shop', 'office'),
    features: [...FEATURES],
    changeRequests: [fakeChangeRequest(1)],
  });
  await sync({ areNamesDue });
  unleash.state.changeRequests = [fakeChangeRequest(1, { state: 'Applied' })];
  unleash.state.features = [{ name: 'checkout', project: 'shop', isArchived: true }];
  unleash.received.length = 0;
  await sync({ areNamesDue: () => false });

  const names = named('archivedFeature', 'checkout');
  const found = await store.names.find({ projectIds: ['shop'], names });
  expect(found._unsafeUnwrap()).toEqual([{ state: 'known' }]);
  const paths = unleash.received.map(({ path }) => path);
  expect(paths).not.toContain('/projects/office/features');
});

test('takes what moved since the last search for no archived feature', async () => {
  const { unleash, sync, store } = await follow({
    projects: fakeProjects('shop', 'office'),
    features: [...FEATURES],
  });
  const featureSearch = new FeatureSearch({ api: unleashApi(unleash) });
  await sync({ areNamesDue, featureSearch });
  unleash.state.features = [{ name: 'checkout', project: 'office' }];
  await sync({ areNamesDue, featureSearch });

  const names = [...named('feature', 'checkout'), ...named('archivedFeature', 'checkout', 'desk')];
  const inEach = ['shop', 'office'].map((id) => store.names.find({ projectIds: [id], names }));
  const states = (await Promise.all(inEach)).map((found) =>
    found._unsafeUnwrap().map(({ state }) => state),
  );
  expect(states).toEqual([
    ['not-found', 'not-found', 'not-found'],
    ['known', 'not-found', 'known'],
  ]);
});

test('revalidates the lists that it has read, and copies what is new', async () => {
  const { unleash, sync, find } = await follow({ features: [...FEATURES] });
  await sync({ areNamesDue });
  unleash.received.length = 0;
  unleash.state.features.push({ name: 'basket', project: 'shop' });
  await sync({ areNamesDue });

  expect(await find(...named('feature', 'checkout', 'basket'))).toEqual(['known', 'known']);
  const statusOf = (path: string) => unleash.received.find((each) => each.path === path)?.status;
  for (const path of ['/projects/shop/features', '/search/features']) {
    expect(statusOf(path), path).toBe(200);
  }
  for (const path of ['/segments', '/context', '/environments/project/shop']) {
    expect(statusOf(path), path).toBe(304);
  }
});

test.for([
  ['/projects/shop/features', 'feature'],
  ['/search/features', 'feature'],
  ['/segments', 'segment'],
  ['/context', 'contextField'],
] as const)('checks no names of a kind if %s can not be read', async ([path, kind]) => {
  const { unleash, sync, find, lines } = await follow({ features: [...FEATURES] });
  const broken = [{ body: {} }, { body: { features: [{}] } }, { status: 403 }, notServed(path)];
  for (const response of broken) {
    unleash.respond(path, response);
    expect((await sync({ areNamesDue }))._unsafeUnwrap()).toMatchObject({ isCurrent: true });
    expect(lines).toEqual([expect.stringMatching(/names that don't exist there go unnoticed$/)]);
    expect(await find(...named(kind, 'x'), ...named('environment', 'x'))).toEqual([
      'unchecked',
      'not-found',
    ]);
  }
});

test('says which field of a list can not be read', async () => {
  const { unleash, sync, lines } = await follow();
  unleash.respond('/projects/shop/features', { body: { features: [{ name: 'a', stale: 'no' }] } });
  await sync({ areNamesDue });

  expect(lines).toEqual([expect.stringMatching(/returns an element without a readable stale, /)]);
});

test('reads the names of other projects if Unleash has an error in the features of one', async () => {
  const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);
  const { unleash, sync, store, lines } = await follow({ projects: fakeProjects(...ids) });
  unleash.respond('/projects/p0/features', { status: 500 });
  (await sync({ areNamesDue }))._unsafeUnwrap();

  const names = named('feature', 'x');
  const inEach = ids.map((id) => store.names.find({ projectIds: [id], names }));
  const states = (await Promise.all(inEach)).map((found) => found._unsafeUnwrap()[0]?.state);
  expect(states).toEqual(['unchecked', ...ids.slice(1).map(() => 'not-found')]);
  expect(lines).toEqual([expect.stringMatching(/p0\/features: status 500/)]);
});

test('the next sync reads the names that Unleash did not respond with', async () => {
  const { unleash, sync, find } = await follow({
    projects: fakeProjects('shop', 'office'),
    features: [...FEATURES],
  });
  const featureSearch = new FeatureSearch({ api: unleashApi(unleash) });
  const paths = (): readonly string[] => unleash.received.map(({ path }) => path);
  const names = [...named('feature', 'x'), ...named('environment', 'x')];
  unleash.respond('/environments/project/shop', { status: 503 });
  await sync({ areNamesDue, featureSearch });
  expect(await find(...names)).toEqual(['not-found', 'unchecked']);
  unleash.recover();
  for (const isDue of [true, false]) {
    unleash.received.length = 0;
    await sync({ areNamesDue: () => false, featureSearch });
    expect(paths().includes('/environments/project/shop')).toBe(isDue);
    expect(paths()).not.toContain('/environments/project/office');
  }

  expect(await find(...names)).toEqual(['not-found', 'not-found']);
});

test('stops reading names while Unleash does not respond', async () => {
  const { unleash, sync, find } = await follow({
    projects: fakeProjects('shop', ...Array.from({ length: 20 }, (_, index) => `p${index}`)),
  });
  unleash.respond('/segments', { status: 503 });
  (await sync({ areNamesDue }))._unsafeUnwrap();

  expect(unleash.received.filter(({ path }) => /^\/projects.*\/features$/.test(path))).toEqual([]);
  expect(await find(...named('feature', 'x'))).toEqual(['unchecked']);
});
