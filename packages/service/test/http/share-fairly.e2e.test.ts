import { createMemoryStore } from '@forewarn/store-memory';
import { ResultAsync } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { activeRequests } from './active-requests.ts';
import { ask } from './ask.ts';
import { makeKey, serve } from './served-app.ts';

const SHARE = 8;

/** A service with two clients, whose lists of strategies wait for `open`. */
async function serveTwo() {
  const own = createMemoryStore();
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  let inProgress = 0;
  const telemetry = createTelemetry();
  const list = (): ReturnType<typeof own.strategies.list> => {
    inProgress += 1;
    return ResultAsync.fromSafePromise(isOpen).andThen(() => own.strategies.list());
  };
  const store = { ...own, strategies: { ...own.strategies, list } };
  const served = await serve(store, '', [], telemetry);
  onTestFinished(() => served.stop());
  const [greedy, other] = [await makeKey(own, 'greedy'), await makeKey(own, 'other')];
  const lists = (key: string, count: number) =>
    Array.from({ length: count }, () => ask(served, { path: '/api/admin/strategies', key }));
  return {
    greedily: (count: number) => lists(greedy, count),
    asOther: () => ask(served, { path: '/api/admin/projects', key: other }),
    open,
    inProgress: () => inProgress,
    active: () => activeRequests(telemetry),
  };
}

test('a single client has all its requests in progress', async () => {
  const { greedily, open, inProgress } = await serveTwo();

  const asked = greedily(64);

  await expect.poll(inProgress, { timeout: 4_000 }).toBe(64);
  open();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('with other clients, the further requests of one client wait', async () => {
  const { greedily, asOther, open, inProgress, active } = await serveTwo();
  expect((await asOther()).status).toBe(200);

  const asked = greedily(64);
  await expect.poll(active, { timeout: 4_000 }).toBe(64);

  expect((await asOther()).status).toBe(200);
  expect(inProgress()).toBe(SHARE);
  open();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(inProgress()).toBe(64);
});
