import { describe, expect, test } from 'vitest';
import { makeKey } from '../http/served-app.ts';
import { fakeChangeRequest, fakeStrategy } from '../../../unleash/test/fake-unleash.ts';
import { serveFollowing, setTimeOf } from './serve-following.ts';

const CHANGE_REQUESTS = '/projects/shop/change-requests';
const SHOP = [{ id: 'shop', name: 'Shop' }];
const TWO = [...SHOP, { id: 'bank', name: 'Bank' }];

describe('POST /sync/:projectId', () => {
  test('responds once the data is from after the request', async () => {
    const { unleash, sync, idsOf, coverageOf, definitions } = await serveFollowing({
      changeRequests: [fakeChangeRequest(7)],
    });
    unleash.state.changeRequests = [fakeChangeRequest(8)];
    unleash.state.strategies = [fakeStrategy('fresh')];
    const asked = new Date().toISOString();

    expect(await sync('shop')).toMatchObject({ status: 200, text: '' });

    expect(await idsOf('shop')).toEqual([8]);
    expect(await definitions()).toEqual(['fresh']);
    const coverage = await coverageOf('shop');
    expect(coverage).toMatchObject({ kind: 'as-of', source: 'sync' });
    expect(coverage?.kind === 'as-of' && coverage.asOf >= asked).toBe(true);
  });

  test.each([
    [300, 200, [8]],
    [30_000, 503, [7]],
  ])('when the stored time is %d ms ahead, is a %d', async (aheadMs, status, ids) => {
    const { store, unleash, sync, idsOf } = await serveFollowing({
      changeRequests: [fakeChangeRequest(7)],
    });
    unleash.state.changeRequests = [fakeChangeRequest(8)];
    await setTimeOf(store, new Date(Date.now() + aheadMs).toISOString());

    expect((await sync('shop')).status).toBe(status);

    expect(await idsOf('shop')).toEqual(ids);
  });

  test('ignores the body of a webhook', async () => {
    const { sync } = await serveFollowing();
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };

    expect((await sync('shop', { headers, body: 'x'.repeat(2_000_000) })).status).toBe(200);
  });

  test.each([
    [{ permissions: ['SYNC'] }, 200],
    [{ permissions: ['SYNC'], projects: ['shop'] }, 200],
    [{ permissions: ['ADMIN'], projects: ['bank'] }, 403],
    [{ permissions: ['PROJECT_CHANGE_REQUEST_READ'] }, 403],
  ] as const)('with a key that has %j is a %d', async (scope, status) => {
    const { store, sync } = await serveFollowing();
    const key = await makeKey(store, 'ci', scope);

    const response = await sync('shop', { key });

    expect(response.status).toBe(status);
    expect(response.text).toMatch(status === 403 ? /SYNC in the project \\"shop\\"/ : /^$/);
  });

  test('is a 404 for a project that Unleash does not have', async () => {
    const { unleash, store, sync } = await serveFollowing({ projects: TWO });
    unleash.state.projects = [...SHOP];

    for (const id of ['none', 'bank', '%00']) {
      expect(await sync(id), id).toMatchObject({ status: 404, json: { name: 'NotFoundError' } });
    }

    const projects = (await store.projects.list())._unsafeUnwrap();
    expect(projects.map(({ id }) => id)).toEqual(['shop']);
  });

  test('is a 502 for a project that Unleash hides', async () => {
    const { unleash, sync } = await serveFollowing({ projects: TWO });
    unleash.state.projects = [...SHOP];
    unleash.respond('/projects/bank/overview', { status: 403 });

    expect(await sync('bank')).toMatchObject({
      status: 502,
      json: { message: expect.stringContaining('Unleash does not list it, but Forewarn keeps it') },
    });
  });

  test.each([
    ['/projects', { status: 401 }, 502, 'UNLEASH_API_KEY: Unleash does not accept the key (401)'],
    [CHANGE_REQUESTS, { status: 403 }, 502, 'project "shop": UNLEASH_API_KEY: the key may not'],
    [CHANGE_REQUESTS, { status: 503 }, 503, 'project "shop": UNLEASH_URL: Unleash, or a proxy'],
  ])('when %s is %j, is a %d that says why', async (path, response, status, why) => {
    const { unleash, sync, coverageOf } = await serveFollowing();
    const before = await coverageOf('shop');
    unleash.respond(path, response);

    expect(await sync('shop')).toMatchObject({
      status,
      json: { message: expect.stringContaining(why) },
    });

    expect(await coverageOf('shop')).toEqual(before);
  });

  test('can take longer than other requests', async () => {
    const { unleash, sync } = await serveFollowing({}, 1_000);
    unleash.delayMs = 300;

    expect((await sync('shop')).status).toBe(200);
  });

  test('is not ended by a client that leaves', async () => {
    const { served, key, unleash, sync, idsOf } = await serveFollowing();
    unleash.state.changeRequests = [fakeChangeRequest(8)];
    const reached = Promise.withResolvers<() => void>();
    unleash.respond(CHANGE_REQUESTS, (_request, response) =>
      reached.resolve(() => {
        unleash.recover();
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(unleash.state.changeRequests));
      }),
    );
    const leave = new AbortController();
    const left = fetch(`${served.url}/api/admin/sync/shop`, {
      method: 'POST',
      headers: { Authorization: key },
      signal: leave.signal,
    }).catch((error: unknown) => error);

    const proceed = await reached.promise;
    leave.abort();
    expect(await left).toBeInstanceOf(Error);
    proceed();

    await expect.poll(() => idsOf('shop')).toEqual([8]);
    expect((await sync('shop')).status).toBe(200);
  });

  test('is a 503 when the service stops', async () => {
    const { unleash, sync, stopSyncs } = await serveFollowing();
    unleash.respond(CHANGE_REQUESTS, stopSyncs);

    expect(await sync('shop')).toMatchObject({
      status: 503,
      json: { name: 'UpstreamUnavailableError' },
    });
  });
});
