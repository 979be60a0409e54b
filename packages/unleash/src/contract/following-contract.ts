import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BY,
  check,
  closedCase,
  type Contract,
  contractOf,
  INHERITED_NAMES,
  LOOK_ALIKE_NAMES,
  outageCase,
  overwriteDeeply,
  signalCases,
  times,
  valueOf,
} from '@forewarn/store-contract/writing';
import type { Origin } from '../origin-repository.ts';
import { type FollowingStore, LEASE, LEASE_CALLS, ORIGIN_CALLS } from './following-calls.ts';

const HOUR_MS = 3_600_000;
/** Far more than the time to live of a lease that must expire. */
const PATIENCE_MS = 500;

const acquire = ({ leases }: FollowingStore, holder: string, ttlMs = HOUR_MS): Promise<boolean> =>
  valueOf(leases.acquire({ name: LEASE, holder, ttlMs }));

const release = ({ leases }: FollowingStore, holder: string): Promise<void> =>
  valueOf(leases.release({ name: LEASE, holder }));

/** Returns whether a lease is held. If it is free, this acquires it with a time to live of 0. */
const isHeld = async ({ leases }: FollowingStore, name = LEASE): Promise<boolean> =>
  !(await valueOf(leases.acquire({ name, holder: 'a stranger', ttlMs: 0 })));

/** The holders that have the lease when all acquire it at once. */
async function winnersOf(
  store: FollowingStore,
  holders: readonly string[],
): Promise<readonly string[]> {
  const acquired = await Promise.all(holders.map((holder) => acquire(store, holder)));
  return holders.filter((_, index) => acquired[index]);
}

const LEASES = { calls: LEASE_CALLS, fill: (store: FollowingStore) => acquire(store, BY) };

/** Leases. */
export const leaseContract: Contract<FollowingStore> = contractOf<FollowingStore>(
  'LeaseRepository',
  {
    'gives a free lease to a holder, and to no other as long as it lasts': async ({ store }) => {
      assert.equal(await acquire(store, 'a'), true);
      for (const holder of ['b', 'A', 'a ', '']) assert.equal(await acquire(store, holder), false);
      assert.equal(await acquire(store, 'a'), true);
    },
    'renews the lease of its holder, for the new time to live': async ({ store }) => {
      for (const ttlMs of [0, HOUR_MS]) assert.equal(await acquire(store, 'a', ttlMs), true);
      assert.equal(await acquire(store, 'b'), false);
      assert.equal(await acquire(store, 'a', 0), true);
      assert.equal(await acquire(store, 'b'), true);
    },
    'gives an expired lease to another holder, and the former one gets nothing': async ({
      store,
    }) => {
      await acquire(store, 'a', 0);
      assert.equal(await acquire(store, 'b'), true);
      for (const ttlMs of [HOUR_MS, 0]) assert.equal(await acquire(store, 'a', ttlMs), false);
      assert.equal(await isHeld(store), true);
    },
    'lets a lease expire in time': async ({ store }) => {
      await acquire(store, 'a', 1);
      const startedAt = performance.now();
      let isTaken = await acquire(store, 'b');
      for (let isLast = false; !isTaken && !isLast;) {
        await sleep(1);
        isLast = performance.now() - startedAt >= PATIENCE_MS;
        isTaken = await acquire(store, 'b');
      }
      assert.equal(isTaken, true);
    },
    'goes to exactly one of many concurrent holders, free or expired': async ({ store }) => {
      const holders = times(20, (index) => `node ${index}`);
      const [first = ''] = await winnersOf(store, holders);
      assert.deepEqual(await winnersOf(store, holders), [first]);
      await acquire(store, first, 0);
      const [second = '', ...others] = await winnersOf(store, holders);
      assert.deepEqual(others, []);
      assert.deepEqual(await winnersOf(store, holders), [second]);
    },
    'releases a lease at once, and only for its holder': async ({ store }) => {
      await release(store, 'a');
      await acquire(store, 'a');
      await release(store, 'a');
      assert.equal(await acquire(store, 'b'), true);
      for (const holder of ['a', 'B', '%', '']) await release(store, holder);
      assert.equal(await isHeld(store), true);
    },
    'compares the names of leases byte for byte': async ({ store, open }) => {
      const [released = '', ...kept] = new Set([...LOOK_ALIKE_NAMES, ...INHERITED_NAMES]);
      const leases = [released, ...kept].map((name) => ({ name, holder: `the holder of ${name}` }));
      const acquired = await Promise.all(
        leases.map((lease) => valueOf(store.leases.acquire({ ...lease, ttlMs: HOUR_MS }))),
      );
      assert.ok(acquired.every(Boolean));
      await valueOf(store.leases.release({ name: released, holder: `the holder of ${released}` }));
      assert.equal(await isHeld(store, released), false);
      const held = await Promise.all(kept.map((name) => isHeld(store, name)));
      assert.ok(held.every(Boolean));
      assert.equal(await isHeld(await open(), kept[0]), false);
    },
    'is not exported, and records no event': async ({ store }) => {
      await check.nothingChanges(store, async () => {
        await acquire(store, 'a');
        await release(store, 'a');
        await acquire(store, 'b');
      });
    },
    ...closedCase(LEASES),
    ...outageCase(LEASES, LEASES.fill),
    ...signalCases(LEASES, async (store) => [await isHeld(store), await isHeld(store, 'new')]),
  },
);

const FIRST: Origin = { url: 'https://a.example.com', instanceId: '5f0e' };
const SECOND: Origin = { url: 'https://b.example.com/flags', instanceId: '5F0E' };
const WITHOUT_ID: Origin = { url: 'https://c.example.com' };

const claim = ({ origins }: FollowingStore, origin: Origin): Promise<Origin> =>
  valueOf(origins.claim(origin));

const lacksProjects = ({ origins }: FollowingStore): Promise<boolean> =>
  valueOf(origins.hidesProjects());

const ORIGINS = {
  calls: ORIGIN_CALLS,
  fill: async (store: FollowingStore): Promise<void> => {
    await claim(store, FIRST);
    await valueOf(store.origins.setHidesProjects(false));
  },
};
const look = async (store: FollowingStore): Promise<unknown> => [
  await claim(store, FIRST),
  await lacksProjects(store),
  await valueOf(store.origins.isSynced()),
];

/** The upstream that a store follows. */
export const originContract: Contract<FollowingStore> = contractOf<FollowingStore>(
  'OriginRepository',
  {
    'remembers the first upstream that claims the store, and no later one': async ({ store }) => {
      for (const each of [FIRST, SECOND, WITHOUT_ID, FIRST]) {
        assert.deepEqual(await claim(store, each), FIRST);
      }
    },
    'remembers an upstream without an id as one without': async ({ store }) => {
      for (const each of [WITHOUT_ID, { ...WITHOUT_ID, instanceId: '1' }]) {
        assert.deepEqual(await claim(store, each), WITHOUT_ID);
      }
    },
    'returns one upstream to all concurrent claims': async ({ store }) => {
      const claims = times(20, (index) => claim(store, { url: `https://${index}.example.com` }));
      const claimed = await Promise.all(claims);
      assert.equal(new Set(claimed.map(({ url }) => url)).size, 1);
      assert.deepEqual(await claim(store, SECOND), claimed[0]);
    },
    'replaces the upstream, whether there is one or not': async ({ store }) => {
      for (const each of [SECOND, FIRST, WITHOUT_ID]) {
        await valueOf(store.origins.replace(each));
        assert.deepEqual(await claim(store, { url: 'https://d.example.com' }), each);
      }
    },
    'returns an origin that is the caller’s own': async ({ store }) => {
      overwriteDeeply(await claim(store, { ...FIRST }));
      assert.deepEqual(await claim(store, FIRST), FIRST);
    },
    'may lack projects from a claim until a write says that it has all': async ({ store }) => {
      const setHides = (hides: boolean) => valueOf(store.origins.setHidesProjects(hides));
      await setHides(false);
      assert.equal(
        await lacksProjects(store),
        false,
        'a store that follows nothing has its own projects',
      );
      await claim(store, FIRST);
      assert.equal(await lacksProjects(store), true, 'nothing is known yet');
      for (const hides of [false, true, false]) {
        await setHides(hides);
        assert.equal(await lacksProjects(store), hides);
        await claim(store, FIRST);
        assert.equal(await lacksProjects(store), hides, 'a claim changes nothing');
      }
      await valueOf(store.origins.replace(SECOND));
      assert.equal(await lacksProjects(store), true, 'nothing is known of the other upstream');
    },
    'is not synced from a claim until a write says that it is': async ({ store }) => {
      const { origins } = store;
      const isSynced = () => valueOf(origins.isSynced());
      await valueOf(origins.setSynced());
      assert.equal(await isSynced(), false, 'a store that follows nothing has nothing to sync');
      await claim(store, FIRST);
      assert.equal(await isSynced(), false, 'nothing was read yet');
      await valueOf(origins.setSynced());
      assert.equal(await isSynced(), true);
      await claim(store, FIRST);
      await valueOf(origins.setHidesProjects(true));
      assert.equal(await isSynced(), true, 'a claim changes nothing');
      await valueOf(origins.replace(SECOND));
      assert.equal(await isSynced(), false, 'nothing of the other upstream was read yet');
    },
    'is not exported, records no event, and belongs to one store': async ({ store, open }) => {
      await check.nothingChanges(store, async () => {
        await claim(store, FIRST);
        await valueOf(store.origins.setHidesProjects(true));
        await valueOf(store.origins.setSynced());
        await valueOf(store.origins.replace(SECOND));
      });
      const other = await open();
      assert.equal(await lacksProjects(other), false);
      assert.deepEqual(await claim(other, WITHOUT_ID), WITHOUT_ID);
    },
    ...closedCase(ORIGINS),
    ...outageCase(ORIGINS, look),
    ...signalCases(ORIGINS, look),
  },
);
