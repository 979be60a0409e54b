import { setTimeout as delay } from 'node:timers/promises';
import type { StoreUnavailable } from '@forewarn/core';
import type { LeaseRepository, LeaseRequest } from '../src/lease-repository.ts';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../src/memory/index.ts';
import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
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

test.each<[string, readonly (boolean | StoreUnavailable)[], readonly boolean[], number, number]>([
  ['works while it has the lease', [true], [false], 0, 0],
  ['does nothing while another node has the lease', [false], [], 0, 1],
  ['waits again', [false, false, DOWN, false, true, false, false], [true], 1, 2],
  [
    'stops the work while another node has taken the lease',
    [true, true, false, false, true],
    [true, false],
    0,
    1,
  ],
  [
    'stops the work when the lease can not be renewed',
    [DOWN, true, DOWN, true],
    [true, false],
    2,
    0,
  ],
])('%s', async (_what, results, aborted, failed, waited) => {
  const { leases, requests } = scripted(...results);
  const { works, failures, waits } = start(leases);

  await expect.poll(() => requests.length).toBeGreaterThan(8);

  expect(works.map((held) => held.aborted)).toEqual(aborted);
  expect(failures).toEqual(Array.from({ length: failed }, () => DOWN));
  expect(waits()).toBe(waited);
  const [first] = requests;
  expect(first).toMatchObject({ name: 'work', ttlMs: 15 });
  expect(new Set(requests.map(({ holder }) => holder))).toEqual(new Set([first?.holder]));
});

test('gives a renewal that hangs no longer than the lease lasts', async () => {
  const { leases } = scripted(true);
  let calls = 0;
  const hanging: LeaseRepository = {
    ...leases,
    acquire: (request, { signal } = {}) => {
      calls += 1;
      return calls === 1 ? leases.acquire(request) : new ResultAsync(hangUntil(signal));
    },
  };
  const { works } = start(hanging);

  await expect.poll(() => works[0]?.aborted).toBe(true);
});

test('stops the work when the lease is over, also when the store was slow to grant it', async () => {
  const renewMs = 100;
  let calls = 0;
  const slow: LeaseRepository = {
    acquire: (_request, { signal } = {}) => {
      calls += 1;
      return new ResultAsync(calls === 1 ? grantAfter(1.9 * renewMs) : hangUntil(signal));
    },
    release: () => okAsync(),
  };
  const { works } = start(slow, renewMs);

  await expect.poll(() => works.map((held) => held.aborted)).toEqual([true]);
});

async function grantAfter(ms: number): Promise<Result<boolean, StoreUnavailable>> {
  await delay(ms);
  return ok(true);
}

async function hangUntil(signal?: AbortSignal): Promise<Result<boolean, StoreUnavailable>> {
  await new Promise((resolve) => {
    signal?.addEventListener('abort', resolve);
  });
  return err(DOWN);
}

test('hands the lease over when it stops', async () => {
  const store = createMemoryStore({}, [memoryUnleash]);
  onTestFinished(() => store.close());
  const held = start(store.leases, 60_000);
  await expect.poll(() => held.works).toHaveLength(1);

  await held.end();

  const next = start(store.leases, 60_000);
  await expect.poll(() => next.works).toHaveLength(1);
});
