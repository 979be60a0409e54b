import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import type { StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { ask } from './ask.ts';
import { serveHere } from './with-stores.ts';

/** A service whose store checks wait for `complete`. */
async function serveChecked() {
  const { promise, resolve: complete } = Promise.withResolvers<Result<void, StoreUnavailable>>();
  let checks = 0;
  const check = (): ResultAsync<void, StoreUnavailable> => {
    checks += 1;
    return new ResultAsync(promise);
  };
  const telemetry = createTelemetry();
  const store = { ...createMemoryStore({}, [memoryOperate]), check };
  const served = await serveHere(store, {}, { telemetry });
  const askAll = async (count: number): Promise<readonly number[]> => {
    const asked = Array.from({ length: count }, () => ask(served, { path: '/ready' }));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  /** The number of requests in progress. */
  const active = async (): Promise<number | undefined> => {
    const gauge = telemetry.metrics.registry.getSingleMetric('http_server_active_requests');
    return (await gauge?.get())?.values[0]?.value;
  };
  return { served, askAll, complete, checks: () => checks, active };
}

test.each<[what: string, result: Result<void, StoreUnavailable>, status: number]>([
  ['200', ok(), 200],
  ['503', err({ type: 'StoreUnavailable', cause: new Error('gone') }), 503],
])('100 clients of /ready share one check of the store: %s', async (_what, result, status) => {
  const { served, askAll, complete, checks, active } = await serveChecked();

  const statuses = askAll(100);
  await expect.poll(active).toBe(100);
  complete(result);

  expect(new Set(await statuses)).toEqual(new Set([status]));
  expect(checks()).toBe(1);
  // It does not depend on the store.
  expect((await ask(served, { path: '/health' })).status).toBe(200);
});

test('the store is checked again after a second', async () => {
  const { askAll, complete, checks } = await serveChecked();
  complete(ok());
  const checksAfter = async (): Promise<number> => {
    expect(await askAll(1)).toEqual([200]);
    return checks();
  };

  await expect.poll(checksAfter, { interval: 200 }).toBe(2);
});
