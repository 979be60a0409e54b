import { describe, expect, onTestFinished, test } from 'vitest';
import { syncOnce, unleashApi, lineOf, unleashUpstream } from '@forewarn/unleash';
import { makeKey } from '../http/served-app.ts';
import {
  fakeChangeRequest,
  fakeProjects,
  type FakeResponse,
  type FakeState,
  fakeStrategy,
  type FakeUnleash,
  notServed,
  startFakeUnleash,
} from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following, makeFollower } from '../../../unleash/test/follow.ts';
import { serveHere } from '../http/with-stores.ts';

const LIST = '/projects/shop/change-requests';
const STATE = {
  projects: fakeProjects('shop', 'bank'),
  strategies: [fakeStrategy('holidaySale')],
  changeRequests: [fakeChangeRequest(1)],
};

/** A store that follows an Unleash, and another Unleash. */
async function withOther(
  own: Partial<FakeState> = {},
  others: Partial<FakeState> = {},
): Promise<{ readonly following: Following; readonly other: FakeUnleash }> {
  const following = await follow({ ...STATE, ...own });
  (await following.sync())._unsafeUnwrap();
  const other = await startFakeUnleash({ changeRequests: [fakeChangeRequest(2)], ...others });
  onTestFinished(() => other.close());
  return { following, other };
}

const apiOf = ({ url, key }: FakeUnleash) => unleashApi({ url, key, firstWaitMs: 1 });

const syncWith = ({ store }: Following, unleash: FakeUnleash, replacesUpstream?: boolean) =>
  syncOnce({ api: apiOf(unleash), store, replacesUpstream, report: () => {} });

const stateOf = async ({ idsOf, definitions, coverageOf }: Following) => [
  await idsOf('shop'),
  await definitions(),
  (await coverageOf('bank'))?.kind,
];

const FOLLOWED = [[1], ['holidaySale'], 'as-of'];
const REPLACED = [[2], [], undefined];

describe('a sync with another Unleash', () => {
  test('is refused, says how to change that, and changes nothing', async () => {
    const { following, other } = await withOther();
    const { state, url } = following.unleash;

    const failure = (await syncWith(following, other))._unsafeUnwrapErr();

    expect(failure.type === 'StoreUnavailable' ? failure.type : lineOf(failure)).toBe(
      `UNLEASH_URL: the store follows another Unleash, ${url} (instance ${state.instanceId}), not ${other.url} (instance ${other.state.instanceId}); correct the URL, or run "forewarn sync --replace-upstream" to follow this one, which deletes what it does not have`,
    );
    expect(await stateOf(following)).toEqual(FOLLOWED);
    expect(await following.events()).toEqual([]);
  });

  const UNRESOLVED = { body: { versionInfo: { instanceId: 'unresolved-instance-id' } } };

  test.each<[string, string | undefined, string | undefined, FakeResponse?]>([
    ['an id is known of neither', undefined, undefined],
    ['an id is known only of the first', 'a', undefined],
    ['an id is known only of the second', undefined, 'b'],
    ['the key may not read the ids', 'a', 'b', { status: 403 }],
    ['the ids are not Unleash’s', 'a', 'b', { status: 404, body: '<h1>Not found</h1>' }],
    ['the ids are not resolved', 'a', 'b', UNRESOLVED],
  ])('is refused by its address if %s', async (_what, first, second, config) => {
    const { following, other } = await withOther({ instanceId: first }, { instanceId: second });
    for (const each of [following.unleash, other]) {
      if (config !== undefined) each.respond('/ui-config', config);
    }

    expect((await syncWith(following, other))._unsafeUnwrapErr().type).toBe('UnleashForeign');
    following.unleash.state.instanceId = second;
    expect((await following.sync()).isOk()).toBe(true);
  });

  test('is no other one if it has the same id at another address', async () => {
    const { following, other } = await withOther({ instanceId: 'a' }, { instanceId: 'a' });

    expect((await syncWith(following, other)).isOk()).toBe(true);
    expect(await stateOf(following)).toEqual(REPLACED);
  });

  test('copies it on request, and the former one is refused from then on', async () => {
    const { following, other } = await withOther();

    expect((await syncWith(following, other, true)).isOk()).toBe(true);

    expect(await stateOf(following)).toEqual(REPLACED);
    expect((await following.sync())._unsafeUnwrapErr().type).toBe('UnleashForeign');
    expect((await syncWith(following, other)).isOk()).toBe(true);
  });

  test.each([
    ['can not be read', { status: 403 }],
    ['are not served, as by the open-source edition', notServed(`/api/admin${LIST}`)],
  ])('leaves no coverage if its change requests %s', async (_what, response) => {
    const { following, other } = await withOther();
    other.respond(LIST, response);

    await syncWith(following, other, true);

    expect((await following.coverageOf('shop'))?.kind).toBe('none');
  });

  test('replaces one once, however often that is asked for', async () => {
    const { following, other } = await withOther();
    const { origins } = following.store;
    await syncWith(following, other, true);
    const known: boolean[] = [];
    other.respond(LIST, async (_request, response) => {
      known.push((await origins.isSynced())._unsafeUnwrap());
      response.end('[]');
    });

    await syncWith(following, other, true);

    expect(known).toEqual([true]);
  });

  test('replaces nothing if the other one can not be read', async () => {
    const { following, other } = await withOther();
    other.respond('/strategies', { status: 403 });

    expect((await syncWith(following, other, true)).isErr()).toBe(true);
    expect((await following.sync()).isOk()).toBe(true);
  });

  test.each([
    ['is refused at the same address, too', 200, 'UnleashForeign'],
    ['waits while Unleash does not tell which one it is', 503, 'UnleashUnavailable'],
  ])('%s', async (_what, status, type) => {
    const { following } = await withOther();
    following.unleash.state.instanceId = 'another';
    if (status !== 200) following.unleash.respond('/ui-config', { status });

    expect((await following.sync())._unsafeUnwrapErr().type).toBe(type);
  });
});

test('a delete never reaches an Unleash that the store does not follow', async () => {
  const { following, other } = await withOther({}, { strategies: [fakeStrategy('holidaySale')] });
  const upstream = unleashUpstream({ api: apiOf(other), store: following.store });

  const error = (await upstream.deleteStrategy('holidaySale'))._unsafeUnwrapErr();

  expect(error).toMatchObject({
    type: 'UpstreamRefused',
    reason: expect.stringContaining('the store follows another Unleash'),
  });
  for (const synced of [await upstream.syncProject('shop'), await upstream.sync()]) {
    expect(synced._unsafeUnwrapErr()).toMatchObject({
      type: 'UpstreamRefused',
      reason: expect.stringContaining('--replace-upstream'),
    });
  }
  expect(other.received.map(({ method }) => method)).not.toContain('DELETE');
  expect(await stateOf(following)).toEqual(FOLLOWED);
});

test('a Forewarn whose lists have more pages is not taken for an Unleash', async () => {
  const source = await follow({
    listsChanges: true,
    changeRequests: Array.from({ length: 150 }, (_, id) => fakeChangeRequest(id)),
  });
  (await source.sync())._unsafeUnwrap();
  const served = await serveHere(source.store);
  const key = await makeKey(source.store, 'admin');
  const { sync, lines, coverageOf } = makeFollower({ url: served.url, key });

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: false });

  expect(lines).toContainEqual(
    expect.stringMatching(/^project "shop": UNLEASH_URL: .* one page of a longer list/),
  );
  expect(await coverageOf('shop')).toEqual({ kind: 'none' });
});
