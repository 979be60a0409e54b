import type { StoreWithNames } from '@forewarn/store';
import type { FollowingPorts } from '../src/following-ports.ts';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../src/memory/index.ts';
import { errAsync, ok } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import type { Synced } from '../src/sync-once.ts';
import { type Following, followUnleash } from '../src/follow-unleash.ts';
import { unleashApi } from '../src/unleash-api.ts';
import { follow } from './first-use.example.ts';
import { lineOf } from '../src/unleash-failure.ts';
import {
  type FakeState,
  fakeStrategy,
  type FakeUnleash,
  startFakeUnleash,
} from './fake-unleash.ts';

type Followed = StoreWithNames & FollowingPorts;

const OFTEN = { interval: 20 };

/** A node that follows Unleash until the test ends. */
function startNode({ url, key }: FakeUnleash, store: Following['store'], intervalMs = 500) {
  const stop = new AbortController();
  const outcomes: string[] = [];
  const lines: string[] = [];
  const following = followUnleash({
    api: unleashApi({ url, key }),
    intervalMs,
    store,
    observer: {
      onSync: (synced) => {
        outcomes.push(synced.isOk() && synced.value.isCurrent ? 'current' : 'failed');
        if (synced.isErr() && synced.error.type !== 'StoreUnavailable') {
          lines.push(lineOf(synced.error));
        }
      },
      onMissing: (line) => lines.push(line),
      onWait: () => lines.push('waiting'),
      onBug: (bug) => lines.push(String(bug)),
    },
    signal: stop.signal,
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await following;
  };
  onTestFinished(end);
  return { outcomes, lines, end };
}

async function startUnleash(
  state: Partial<FakeState> = {},
): Promise<{ readonly unleash: FakeUnleash; readonly store: Followed }> {
  const unleash = await startFakeUnleash(state);
  const store = createMemoryStore({}, [memoryUnleash]);
  onTestFinished(async () => {
    await unleash.close();
    await store.close();
  });
  return { unleash, store };
}

/** How often Unleash was asked for its projects: once in each sync. */
const syncsOf = ({ received }: FakeUnleash): number =>
  received.filter(({ path }) => path === '/projects').length;

test('one of two nodes over a store asks Unleash, and the other takes over when it stops', async () => {
  const { unleash, store } = await startUnleash();
  const [first, second] = [startNode(unleash, store), startNode(unleash, store)];

  await expect.poll(() => first.outcomes.length, OFTEN).toBeGreaterThan(2);
  expect(second.outcomes).toEqual([]);

  await first.end();
  const synced = first.outcomes.length;
  await expect.poll(() => second.outcomes, OFTEN).toContain('current');
  expect(first.outcomes).toHaveLength(synced);
  expect(syncsOf(unleash)).toBeLessThanOrEqual(synced + second.outcomes.length + 1);
});

test('reports a failed sync if the store is unavailable for the lease', async () => {
  const { unleash, store } = await startUnleash();
  const acquire = () => errAsync({ type: 'StoreUnavailable' as const, cause: 'down' });

  const node = startNode(unleash, { ...store, leases: { ...store.leases, acquire } }, 5);
  await expect.poll(() => node.outcomes.length, OFTEN).toBeGreaterThan(1);

  expect(new Set(node.outcomes)).toEqual(new Set(['failed']));
  expect(unleash.received).toEqual([]);
});

test('keeps following after a bug', async () => {
  const { unleash, store } = await startUnleash();
  let calls = 0;
  const acquire: Followed['leases']['acquire'] = (...args) => {
    calls += 1;
    if (calls === 1) throw new Error('a bug');
    return store.leases.acquire(...args);
  };

  const node = startNode(unleash, { ...store, leases: { ...store.leases, acquire } }, 5);

  await expect.poll(() => node.outcomes, OFTEN).toContain('current');
});

test('one node follows with a store that has neither leases nor origins', async () => {
  const { unleash, store } = await startUnleash();
  const { leases: _leases, origins: _origins, ...foreign } = store;

  const node = startNode(unleash, foreign, 50);

  await expect.poll(() => node.outcomes, OFTEN).toContain('current');
  expect(node.lines).toEqual([]);
});

test('the example of the README follows Unleash, and deletes there', async () => {
  const { unleash, store } = await startUnleash({
    strategies: [{ ...fakeStrategy('default'), editable: false }, fakeStrategy('region')],
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { signal } = stop;
  const synced = Promise.withResolvers<boolean>();
  const observer = {
    onSync: (each: Synced) => synced.resolve(each.isOk()),
    onMissing: () => {},
    onWait: () => {},
    onBug: synced.reject,
  };

  const upstream = follow(unleash, { store, observer, signal });

  expect(await synced.promise).toBe(true);
  expect(await upstream.deleteStrategy('region')).toEqual(ok('deleted'));
  expect(await upstream.deleteStrategy('region')).toEqual(ok('absent'));
  expect(unleash.state.strategies.map(({ name }) => name)).toEqual(['default']);
});
