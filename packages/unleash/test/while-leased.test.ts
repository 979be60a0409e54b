import { setTimeout as delay } from 'node:timers/promises';
import type { StoreUnavailable } from '@forewarn/core';
import type { LeaseRepository, LeaseRequest } from '@forewarn/core/operator';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { whileLeased } from '../src/while-leased.ts';

const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };

/** Leases that return these results in turn, then repeat the last one. */
function scripted(...results: readonly (boolean | StoreUnavailable)[]) {
  const requests: LeaseRequest[] = [];
  const leases: LeaseRepository = {
    acquire: (request) => {
      const result = results[Math.min(requests.length, results.length - 1)] ?? false;
      requests.push(request);
      return typeof result === 'boolean' ? okAsync(result) : errAsync(result);
    },
    release: () => okAsync(),
  };
  return { leases, requests };
}

/** Does work under a lease until the test ends. */
function start(leases: LeaseRepository, renewMs = 5) {
  const stop = new AbortController();
  const works: AbortSignal[] = [];
  const failures: StoreUnavailable[] = [];
  const onFailure = (failure: StoreUnavailable): void => void failures.push(failure);
  let waits = 0;
  const onWait = (): void => void (waits += 1);
  const lease = { leases, name: 'work', renewMs, signal: stop.signal, onFailure, onWait };
  const done = whileLeased(lease, async (held) => {
    works.push(held);
    await new Promise((resolve) => {
      held.addEventListener('abort', resolve);
    });
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await done;
  };
  onTestFinished(end);
  return { works, failures, waits: () => waits, end };
}

test('works while it has the lease, and renews it', async () => {
  const { leases, requests } = scripted(true);
  const { works, failures } = start(leases);

  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(5));

  expect(works.map(({ aborted }) => aborted)).toEqual([false]);
  expect(failures).toEqual([]);
  const [first] = requests;
  expect(first).toMatchObject({ name: 'work', ttlMs: 15 });
  expect(new Set(requests.map(({ holder }) => holder))).toEqual(new Set([first?.holder]));
});

test('does nothing, without a failure, while another node has the lease', async () => {
  const { leases, requests } = scripted(false);
  const { works, failures } = start(leases);

  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(5));

  expect([...works, ...failures]).toEqual([]);
});

test('reports once that it waits, and again after it had the lease', async () => {
  const { leases, requests } = scripted(false, false, DOWN, false, true, false, false);
  const { works, waits } = start(leases);

  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(8));

  expect(works).toHaveLength(1);
  expect(waits()).toBe(2);
});

test('stops the work when another node has taken the lease, and works when it is back', async () => {
  const { leases } = scripted(true, true, false, false, true);
  const { works, failures } = start(leases);

  await vi.waitFor(() => expect(works).toHaveLength(2));

  expect(works.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(failures).toEqual([]);
});

test('stops the work when the lease can not be renewed, and reports why', async () => {
  const { leases } = scripted(DOWN, true, DOWN, true);
  const { works, failures } = start(leases);

  await vi.waitFor(() => expect(works).toHaveLength(2));

  expect(works.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(failures).toEqual([DOWN, DOWN]);
});

test('gives a renewal that hangs no longer than the lease lasts', async () => {
  const { leases } = scripted(true);
  let calls = 0;
  const hanging: LeaseRepository = {
    ...leases,
    acquire: (request, { signal } = {}) => {
      calls += 1;
      if (calls === 1) return leases.acquire(request);
      const hung = new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve());
      });
      return ResultAsync.fromSafePromise(hung).andThen(() => errAsync(DOWN));
    },
  };
  const { works } = start(hanging);

  await vi.waitFor(() => expect(works[0]?.aborted).toBe(true));
});

test('stops the work when the lease is over, also when the store was slow to grant it', async () => {
  const renewMs = 100;
  const isOver = Promise.withResolvers<void>();
  let calls = 0;
  const slow: LeaseRepository = {
    acquire: (_request, { signal } = {}) => {
      calls += 1;
      if (calls === 1) setTimeout(isOver.resolve, 4 * renewMs);
      const response = calls === 1 ? grantAfter(1.9 * renewMs) : hangUntil(signal);
      return new ResultAsync(response);
    },
    release: () => okAsync(),
  };
  const { works } = start(slow, renewMs);

  await isOver.promise;

  expect(works.map((held) => held.aborted)).toEqual([true]);
});

async function grantAfter(ms: number): Promise<Result<boolean, StoreUnavailable>> {
  await delay(ms);
  return ok(true);
}

async function hangUntil(signal: AbortSignal | undefined) {
  await new Promise((resolve) => {
    signal?.addEventListener('abort', resolve);
  });
  return err(DOWN);
}

test('hands the lease over when it stops', async () => {
  const store = createMemoryStore();
  onTestFinished(() => store.close());
  const held = start(store.leases, 60_000);
  await vi.waitFor(() => expect(held.works).toHaveLength(1));

  await held.end();

  const next = start(store.leases, 60_000);
  await vi.waitFor(() => expect(next.works).toHaveLength(1));
});
