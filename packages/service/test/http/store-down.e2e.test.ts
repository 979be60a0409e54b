import { expect, it, onTestFinished } from 'vitest';
import { type TestResponse, ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, openAt } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve } from './served-app.ts';
import { proxyBefore } from './tcp-proxy.ts';

/** The deadline of a request, and some time for the response to arrive. */
const WITHIN_MS = 6_000;

/** Asks, and expects a 503 in time. */
async function expectUnavailable(asked: Promise<TestResponse>): Promise<void> {
  const begun = performance.now();
  const { status, json, headers } = await asked;
  expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
  expect({ status, json }).toMatchObject({ status: 503, json: { name: 'ServiceUnavailable' } });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

it('returns 503 in time while Postgres is down, and recovers', async () => {
  const location = await inPostgres();
  const proxy = await proxyBefore(location.url);
  const store = await openAt({
    ...location,
    location: { kind: 'postgres', connectionString: proxy.url },
  });
  const served = await serve(store);
  onTestFinished(async () => {
    await served.stop();
    await store.close();
    await proxy.cut();
    await location.remove();
  });
  const key = await makeKey(store, 'admin');
  await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
  await register(store, 'kept');
  const search = { path: searchPath('shop', 'feature=checkout'), key };
  const remove = { method: 'DELETE', path: strategyPath('kept'), key };
  const ready = () => ask(served, { path: '/ready' });
  expect((await ready()).status).toBe(200);

  await proxy.cut();
  await Promise.all([search, remove].map((each) => expectUnavailable(ask(served, each))));
  // The last check is shared for a second.
  await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(503);
  await expectUnavailable(ready());
  expect((await ask(served, { path: '/health' })).status).toBe(200);
  expect((await ask(served, { path: search.path })).status).toBe(401);

  await proxy.mend();
  const found = { status: 200, json: [{ id: 1 }] };
  await expect.poll(() => ask(served, search)).toMatchObject(found);
  expect((await ask(served, remove)).status).toBe(200);
  await expect.poll(async () => (await ready()).status, { timeout: 5_000 }).toBe(200);
});
