import type { Name, NameKind } from '@forewarn/record';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FeatureSearch, type FeatureSearchOptions } from '../src/feature-search.ts';
import { unleashApi } from '../src/unleash-api.ts';
import {
  fakeChangeRequest,
  fakeProjects,
  type FakeState,
  type FakeUnleash,
} from './fake-unleash.ts';
import { follow } from './follow.ts';

const SEARCH = '/search/features';

const feature = (...values: readonly string[]): readonly Name[] =>
  values.map((value) => ({ kind: 'feature' satisfies NameKind, value }));

/** A follower that keeps its search from sync to sync. */
async function followed(
  state: Partial<FakeState>,
  options: Pick<FeatureSearchOptions, 'onWait'> = {},
) {
  const following = await follow(state);
  const featureSearch = new FeatureSearch({ api: unleashApi(following.unleash), ...options });
  let areDue = true;
  return {
    ...following,
    /** The first sync has all names due, and the others none, unless told otherwise. */
    sync: async (areNamesDue = (): boolean => areDue) => {
      (await following.sync({ featureSearch, areNamesDue }))._unsafeUnwrap();
      areDue = false;
    },
  };
}

const searches = ({ received }: FakeUnleash): readonly number[] =>
  received.filter(({ path }) => path === SEARCH).map(({ status }) => status);

const features = (active: number, archived = 0): FakeState['features'] => [
  ...Array.from({ length: active }, (_, index) => ({ name: `f${index}`, project: 'shop' })),
  ...Array.from({ length: archived }, (_, index) => {
    return { name: `old-${index}`, project: 'shop', isArchived: true } as const;
  }),
];

test('a hundred projects with names need two searches', async () => {
  const ids = ['shop', ...Array.from({ length: 99 }, (_, index) => `p${index}`)];
  const changeRequests = ids.map((project, id) => fakeChangeRequest(id, { project }));
  const { unleash, sync, find, lines, idsOf } = await followed({
    projects: fakeProjects(...ids),
    features: features(1, 1),
    changeRequests,
  });
  await sync();

  expect(lines).toEqual([]);
  expect(await idsOf('p98')).toEqual([99]);
  expect(searches(unleash)).toEqual([200, 200]);
  expect(await find(...feature('f0', 'old-0', 'x'))).toEqual(['known', 'known', 'not-found']);
});

test('what a search can not have at once is read by later syncs, and a third of the limit is left', async () => {
  const { unleash, sync, find, lines } = await followed({
    features: features(1_150, 250),
  });
  await sync();
  expect(await find(...feature('f0'), { kind: 'environment', value: 'x' })).toEqual([
    'unchecked',
    'not-found',
  ]);
  await sync();
  expect(lines).toEqual([]);
  expect(searches(unleash)).toHaveLength(11);
});

test('it continues once Unleash resets its limit', async () => {
  const { unleash, sync, find } = await followed({
    features: features(1_150, 250),
    searchWindowMs: 1_000,
  });
  const isKnown = async (): Promise<readonly string[]> => {
    await sync();
    return find(...feature('f0', 'f1149', 'old-249', 'x'));
  };

  await expect.poll(isKnown, { interval: 100 }).toEqual(['known', 'known', 'known', 'not-found']);
  expect(new Set(searches(unleash))).toEqual(new Set([200]));
});

test('a patient search ends with the sync, and tells its waits', async () => {
  const waits: number[] = [];
  const { sync, find } = await followed(
    { features: features(1_150, 250), searchWindowMs: 1_000 },
    { onWait: (ms) => waits.push(ms) },
  );
  await sync();

  expect(waits).not.toEqual([]);
  expect(waits.every((ms) => ms > 0 && ms <= 1_000)).toBe(true);
  expect(await find(...feature('f1149', 'old-249', 'x'))).toEqual(['known', 'known', 'not-found']);
});

test.each([
  ['asks to wait for longer', '3600', 1],
  ['accepted no page for ten minutes', '0', 10],
])('a patient search is given up once Unleash %s', async (_what, seconds, count) => {
  const { unleash, sync, lines } = await followed({}, { onWait: () => {} });
  unleash.respond(SEARCH, { status: 429, headers: { 'Retry-After': seconds } });
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_001 * searches(unleash).length);
  onTestFinished(() => void vi.restoreAllMocks());
  await sync();

  expect(searches(unleash)).toHaveLength(count);
  expect(lines).toEqual([expect.stringMatching(/\/search\/features\?.*: status 429/)]);
});

test('a 429 holds up neither change requests nor other names, and is no failure', async () => {
  const { unleash, sync, find, lines, idsOf } = await followed({
    features: features(1),
    changeRequests: [fakeChangeRequest(7)],
  });
  unleash.respond(SEARCH, { status: 429, headers: { 'Retry-After': '60' } });
  await sync();
  expect(lines).toEqual([]);
  await sync();

  expect(searches(unleash)).toEqual([429]);
  expect(await idsOf('shop')).toEqual([7]);
  expect(await find(...feature('x'), { kind: 'environment', value: 'x' })).toEqual([
    'unchecked',
    'not-found',
  ]);
});

test.each([
  ['goes on at its page after an error of Unleash', 0, [200, 200, 200]],
  ['begins again after a long outage', 3_600_000, [304, 304, 200, 200, 200]],
])('it %s', async (_what, outageMs, rest) => {
  const all = features(350);
  const { unleash, sync, find } = await followed({ features: all, searchLimit: 100 });
  const failing = { status: 502, headers: { 'Retry-After': '0' } };
  const fail = (): void => unleash.respond(SEARCH, failing);
  Object.defineProperty(unleash.state, 'features', {
    get: () => (searches(unleash).length === 1 && fail(), all),
  });
  await sync();
  unleash.recover();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + outageMs);
  onTestFinished(() => void vi.restoreAllMocks());
  await sync();

  expect(searches(unleash)).toEqual([200, 200, 502, ...rest]);
  expect(await find(...feature('f0', 'f349', 'x'))).toEqual(['known', 'known', 'not-found']);
});

test('what is archived after a search, and revived, is known', async () => {
  const { unleash, sync, find, store } = await followed({ features: features(2, 2) });
  await sync();
  const all = features(2, 2);
  unleash.state.features = [
    { name: 'f0', project: 'shop', isArchived: true },
    { name: 'old-0', project: 'shop' },
    ...all.slice(1, 2),
    ...all.slice(3),
  ];
  await sync(() => true);

  expect(searches(unleash)).toHaveLength(2);
  const names = ['f0', 'f1', 'old-0', 'old-1'];
  expect(await find(...feature(...names))).toEqual(names.map(() => 'known'));
  const archived = names.map((value): Name => ({ kind: 'archivedFeature', value }));
  const found = await store.names.find({ projectIds: ['shop'], names: archived });
  expect(found._unsafeUnwrap().map(({ state }) => state)).toEqual([
    'known',
    'not-found',
    'not-found',
    'known',
  ]);
});

test('a search begins again if its pages move', async () => {
  const all = features(0, 1_150);
  const { unleash, sync, find } = await followed({ features: all, searchLimit: 100 });
  // Without the check, old-495 or one near it would be on no page.
  const goneBy = (): number => (searches(unleash).length < 6 ? 0 : 10);
  Object.defineProperty(unleash.state, 'features', { get: () => all.slice(goneBy()) });
  await sync();

  const states = await find(...feature(...all.slice(10).map(({ name }) => name), 'x'));
  expect(states.slice(0, -1).filter((each) => each !== 'known')).toEqual([]);
  expect(states.at(-1)).toBe('not-found');
});
