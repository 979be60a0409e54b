import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../src/memory/index.ts';
import { describe, expect, test } from 'vitest';
import { changeRequest, record } from '../../service/test/http/sample-data.ts';
import { lineOf } from '../src/unleash-failure.ts';
import { unleashApi } from '../src/unleash-api.ts';
import {
  fakeChangeRequest,
  type FakeHandler,
  type FakeResponse,
  fakeProjects,
  fakeStrategy,
  notServed,
} from './fake-unleash.ts';
import { follow, type Following } from './follow.ts';

const LIST = '/projects/shop/change-requests';
const HOUR_MS = 3_600_000;
const THEN = { kind: 'as-of', asOf: '1970-01-01T00:00:00.000Z', source: 'sync' };

/** An Unleash with one change request, as of 1970, and another one since. */
async function followed(): Promise<Following> {
  const following = await follow({
    projects: fakeProjects('shop', 'office'),
    strategies: [fakeStrategy('holidaySale')],
    changeRequests: [fakeChangeRequest(1)],
  });
  (await following.sync({ now: () => 0 }))._unsafeUnwrap();
  const { state } = following.unleash;
  state.changeRequests?.push(fakeChangeRequest(2), fakeChangeRequest(3, { project: 'office' }));
  return following;
}

/** A body that ends in the middle. */
const cutOff: FakeHandler = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('[{"id":1,');
  setImmediate(() => response.destroy());
};

const silent: FakeHandler = () => {};

/** Headers at once, and a body that never ends. */
const endless: FakeHandler = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('[');
};

const html = {
  body: '<!doctype html><title>Sign in</title>',
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
};

/** Does not wait long for an Unleash, which it asks three times. */
const hasty = ({ url, key }: Following['unleash']) =>
  unleashApi({ url, key, timeoutMs: 250, firstWaitMs: 1 });

/** Syncs and returns why it failed, in one line. */
async function failureOf({ sync, unleash }: Following): Promise<string> {
  const failure = (await sync({ api: hasty(unleash) }))._unsafeUnwrapErr();
  return failure.type === 'StoreUnavailable' ? failure.type : lineOf(failure);
}

const to = (location: string) => ({ status: 302, headers: { Location: location } });

test.each<[string, FakeResponse | FakeHandler, RegExp]>([
  [
    'a wrong URL',
    { status: 404 },
    /^UNLEASH_URL: GET \/projects returns a 404 of application\/json, .* check the URL$/,
  ],
  [
    'an Unleash without such a path',
    notServed('/projects'),
    /^UNLEASH_URL: there is no \/projects in Unleash \(404\); check the URL/,
  ],
  ['a wrong key', { status: 401 }, /^UNLEASH_API_KEY: Unleash does not accept the key \(401\)/],
  ['a key without rights', { status: 403 }, /^UNLEASH_API_KEY: the key may not read \/projects/],
  ['a page', html, /^UNLEASH_URL: GET \/projects returns text\/html, .* check the URL$/],
  // Without the secrets in its address.
  [
    'a redirect',
    to('https://me:secret@login.example/in?token=secret#secret'),
    /returns a redirect to https:\/\/login\.example\/in, which/,
  ],
  ['a redirect to a path', to('/login?next=secret'), /a redirect to http:[^ ]*\d\/login, which/],
  ['a redirect to a host', to('//login.example?secret'), /to http:\/\/login\.example\/, which/],
  ['a redirect to no URL', to('http://[secret'), /returns a redirect to nowhere, which/],
  [
    'a part',
    { status: 206, body: { projects: fakeProjects('shop') } },
    /returns a part \(206\), which/,
  ],
  ['broken JSON', { body: '{"projects":[' }, /returns broken JSON/],
  ['another JSON', { body: [] }, /returns no projects/],
  ['nothing for the key', { body: { projects: [] } }, /^UNLEASH_API_KEY: .* lists nothing for/],
  ['an error', { status: 500 }, /fails to serve GET \/projects: status 500; look in its log$/],
  ['a list that ends in the middle', cutOff, /does not respond to GET \/projects: /],
  ['silence', silent, /does not respond to GET \/projects: no response within 250 ms/],
  ['a body that never ends', endless, /no response within 250 ms/],
])('%s instead of the projects changes nothing', async (_what, response, line) => {
  const following = await followed();
  following.unleash.respond('/projects', response);

  const failure = await failureOf(following);

  expect(failure).toMatch(line);
  expect(failure).not.toContain('secret');
  expect(await following.coverageOf('shop')).toEqual(THEN);
  expect(await following.idsOf('shop')).toEqual([1]);
  expect(await following.definitions()).toEqual(['holidaySale']);
});

test('a port that nothing listens on is named', async () => {
  const following = await follow();
  await following.unleash.close();

  expect(await failureOf(following)).toMatch(
    /^UNLEASH_URL: Unleash does not respond to GET \/projects: .*ECONNREFUSED/,
  );
});

describe('a failure in one project leaves that project and its time, and the others go on', () => {
  test.each([
    ['a key without rights', LIST, { status: 403 }, /the key may not read .* \(403\)/],
    ['a page', LIST, html, /returns text\/html/],
    ['another JSON', LIST, { body: { changeRequests: [] } }, /something other than a list/],
    ['a list that ends in the middle', LIST, cutOff, /does not respond/],
    ['silence', LIST, silent, /no response within 250 ms/],
  ])('%s', async (_what, path, response, line) => {
    const { sync, unleash, coverageOf, idsOf, lines } = await followed();
    unleash.respond(path, response);

    const result = (await sync({ api: hasty(unleash) }))._unsafeUnwrap();

    expect(result.isCurrent).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^project "shop": .*; the age of its data keeps growing$/),
    ]);
    expect(lines[0]).toMatch(line);
    expect(await idsOf('shop')).toEqual([1]);
    expect(await coverageOf('shop')).toEqual(THEN);
    expect(await idsOf('office')).toEqual([3]);
    expect(await coverageOf('office')).toMatchObject({ asOf: expect.not.stringMatching(/^1970/) });
  });

  test.each([
    [3, [1, 5, 6]],
    [4, [1]],
  ])('errors in %d of its change requests', async (errors, ids) => {
    const { sync, unleash, coverageOf, idsOf, lines } = await followed();
    unleash.state.changeRequests = [1, 2, 3, 4, 5, 6].map((id) => fakeChangeRequest(id));
    for (let id = 2; id < 2 + errors; id += 1) {
      unleash.respond(`${LIST}/${id}`, { status: 500 });
    }

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines.at(-1)).toMatch(
      /^project "shop": .* status 500; .*; the age of its data keeps growing$/,
    );
    expect(await idsOf('shop')).toEqual(ids);
    expect(await coverageOf('shop')).toEqual(THEN);
  });

  test('a new project that the key may not read has no coverage', async () => {
    const { sync, unleash, coverageOf } = await follow();
    unleash.respond(LIST, { status: 403 });

    await sync();

    expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test('a live project with one that is not recorded here is no longer live', async () => {
    const { sync, unleash, store, coverageOf } = await follow();
    await record(store, changeRequest(1, {}));
    expect(await coverageOf('shop')).toEqual({ kind: 'live' });
    unleash.respond(LIST, { body: [{ ...fakeChangeRequest(2), schedule: { status: 'soon' } }] });

    await sync();

    expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  });

  test.each([
    ['one that can not be read', { schedule: { status: 'soon' } }, /\$\[1\]\.schedule\.status/],
    ['one in an unknown state', { state: 'Paused' }, /\$\[1\]\.state: expected one of Scheduled/],
    ['one of another project', { project: 'office' }, /\$\[1\]\.project: expected "shop"/],
  ])('%s among its change requests', async (_what, own, line) => {
    const { sync, unleash, coverageOf, idsOf, lines } = await followed();
    const body = [fakeChangeRequest(1), { ...fakeChangeRequest(2), ...own }, fakeChangeRequest(4)];
    unleash.respond(LIST, { body });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(await idsOf('shop')).toEqual([1, 4]);
    expect(await coverageOf('shop')).toEqual(THEN);
  });

  test('one that can not be read keeps none that is over', async () => {
    const { sync, unleash, coverageOf, idsOf, events } = await followed();
    const unreadable = { ...fakeChangeRequest(2), schedule: { status: 'soon' } };
    unleash.respond(LIST, { body: [fakeChangeRequest(1, { state: 'Applied' }), unreadable] });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(await idsOf('shop')).toEqual([]);
    expect(await coverageOf('shop')).toEqual(THEN);
    expect(await events()).toEqual(['change-request-schedule-withdrawn by unleash-sync']);
  });
});

describe('a Retry-After', () => {
  const busy = (seconds: string): FakeHandler => {
    let isFirst = true;
    return (_request, response) => {
      const body = JSON.stringify({ projects: [{ id: 'shop', name: 'Shop' }] });
      response.writeHead(isFirst ? 429 : 200, { 'Retry-After': seconds }).end(body);
      isFirst = false;
    };
  };

  test('delays the next try', async () => {
    const { sync, unleash } = await follow();
    unleash.respond('/projects', busy('1'));
    const startedAt = performance.now();

    expect((await sync()).isOk()).toBe(true);

    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  test.each([
    ['3600', HOUR_MS, 1],
    ['2147484', HOUR_MS, 1],
    ['9'.repeat(400), HOUR_MS, 1],
    ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR_MS, 1],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0, 3],
    ['soon', undefined, 3],
  ])('of %s, an hour at most, is obeyed', async (value, retryAfterMs, tries) => {
    const { sync, unleash } = await follow();
    unleash.respond('/projects', { status: 429, headers: { 'Retry-After': value } });

    const failure = (await sync())._unsafeUnwrapErr();

    expect('retryAfterMs' in failure ? failure.retryAfterMs : undefined).toBe(retryAfterMs);
    expect(unleash.received.map(({ path }) => path)).toEqual(Array(tries).fill('/projects'));
  });
});

test('stops after four projects in a row without a response', async () => {
  const projects = fakeProjects(...Array.from({ length: 20 }, (_, n) => `p${n}`));
  const { sync, unleash, lines } = await follow({ projects });
  for (const { id } of projects) {
    unleash.respond(`/projects/${id}/change-requests`, { status: 503 });
  }

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  const failed = lines.filter((line) => line.includes('status 503')).length;
  expect(failed).toBeGreaterThanOrEqual(4);
  expect(failed).toBeLessThan(8);
  expect(lines.at(-1)).toBe(`${20 - failed} projects were not read; the next sync reads them`);
});

test('says that the role of the key is not known, and not that it is a Viewer', async () => {
  const { sync, unleash, lines } = await follow({ rootRole: 'Editor' });
  for (const path of ['/user', '/user/profile']) unleash.respond(path, { status: 500 });

  (await sync())._unsafeUnwrap();

  expect(lines).toEqual([
    expect.stringMatching(
      /GET \/user: status 500; .*; until the role of the key is known, nothing is an all-clear over all projects$/,
    ),
  ]);
});

test('a store that fails ends the sync with its error', async () => {
  const { sync } = await follow();
  const store = createMemoryStore({}, [memoryUnleash]);
  await store.close();

  expect((await sync({ store }))._unsafeUnwrapErr()).toMatchObject({ type: 'StoreUnavailable' });
});

test('never sends the key to where Unleash redirects', async () => {
  const { unleash } = await follow();
  const { received } = unleash;
  unleash.respond('/projects', { ...to(`${unleash.url}/api/admin/x`), status: 307 });

  const api = unleashApi({ url: unleash.url, key: unleash.key });

  expect((await api.get('/projects')).isErr()).toBe(true);
  expect(received.map(({ path }) => path)).toEqual(['/projects']);
});
