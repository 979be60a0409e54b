import { DatabaseSync } from 'node:sqlite';
import { expect, it, type TestContext } from 'vitest';
import { type TestResponse, ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, openAt } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';
import { proxyBefore, type TcpProxy } from './tcp-proxy.ts';

/** The deadline of a request, and some time for the response to arrive. */
const WITHIN_MS = 6_000;

async function timed(
  asked: Promise<TestResponse>,
): Promise<TestResponse & { readonly ms: number }> {
  const begun = performance.now();
  const response = await asked;
  return { ...response, ms: performance.now() - begun };
}

function expectUnavailable(response: TestResponse & { readonly ms: number }): void {
  expect(response.status).toBe(503);
  expect(response.json).toMatchObject({ name: 'ServiceUnavailable' });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect(response.ms).toBeLessThan(WITHIN_MS);
}

async function servedBehindProxy({
  onTestFinished,
}: TestContext): Promise<{ served: ServedApp; proxy: TcpProxy; key: string }> {
  const location = await inPostgres();
  const proxy = await proxyBefore(location.url);
  const store = await openAt({
    ...location,
    location: { kind: 'postgres', connectionString: proxy.url },
  });
  const served = await serve(store);
  const key = await makeKey(store, 'admin');
  await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
  await register(store, 'kept');
  onTestFinished(async () => {
    await served.stop();
    await store.close();
    await proxy.cut();
    await location.remove();
  });
  return { served, proxy, key };
}

it.concurrent('returns 503 in time while Postgres is down, and recovers', async (test) => {
  const { served, proxy, key } = await servedBehindProxy(test);
  const search = { path: searchPath('shop', 'feature=checkout'), key };
  const remove = { method: 'DELETE', path: strategyPath('kept'), key };
  expect((await ask(served, { path: '/ready' })).status).toBe(200);

  await proxy.cut();
  const responses = [search, remove].map((each) => timed(ask(served, each)));
  for (const response of await Promise.all(responses)) expectUnavailable(response);
  // The last check is shared for a second.
  const ready = () => ask(served, { path: '/ready' });
  await test.expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(503);
  expectUnavailable(await timed(ready()));
  expect((await ask(served, { path: '/health' })).status).toBe(200);
  expect((await ask(served, { path: search.path })).status).toBe(401);

  await proxy.mend();
  await test.expect
    .poll(() => ask(served, search))
    .toMatchObject({ status: 200, json: [{ id: 1 }] });
  expect((await ask(served, remove)).status).toBe(200);
  await test.expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(200);
});

it.concurrent('returns 503 in time while Postgres does not respond, and recovers', async (test) => {
  const { served, proxy, key } = await servedBehindProxy(test);
  const search = { path: searchPath('shop', 'feature=checkout'), key };

  proxy.stall(true);
  const responses = [search, search, search, search, { path: '/ready' }].map((each) =>
    timed(ask(served, each)),
  );
  for (const response of await Promise.all(responses)) expectUnavailable(response);

  proxy.stall(false);
  await test.expect
    .poll(() => ask(served, search))
    .toMatchObject({ status: 200, json: [{ id: 1 }] });
});

it.concurrent('returns 503 in time while SQLite is locked, loses nothing, and recovers', async ({
  onTestFinished,
}) => {
  const location = await inSqlite();
  const store = await openAt(location);
  const served = await serve(store);
  const other = new DatabaseSync(location.url.replace('sqlite:', ''));
  onTestFinished(async () => {
    other.close();
    await served.stop();
    await store.close();
    await location.remove();
  });
  const key = await makeKey(store, 'admin');
  await register(store, 'kept');
  await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
  const remove = { method: 'DELETE', path: strategyPath('kept'), key };

  other.exec('begin immediate');
  const waiting = timed(ask(served, remove));
  const searched = await ask(served, { path: searchPath('shop', 'feature=checkout'), key });
  expect(searched).toMatchObject({ status: 200, json: [{ id: 1 }] });
  expectUnavailable(await waiting);

  other.exec('rollback');
  expect((await ask(served, remove)).status).toBe(200);
});
