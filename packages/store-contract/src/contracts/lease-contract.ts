import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { callCases } from '../suite/call-cases.ts';
import { LEASE_CALLS } from '../suite/every-call.ts';
import type { LeasePorts } from '../suite/ports.ts';
import { BY } from '../suite/store-calls.ts';
import { isHeld, LEASE } from '../suite/leases.ts';
import { stateOf } from '../suite/state-of.ts';
import { valueOf } from '../suite/value-of.ts';

const HOUR_MS = 3_600_000;
/** Far more than the time to live of a lease that must expire. */
const PATIENCE_MS = 500;

const acquire = ({ leases }: LeasePorts, holder: string, ttlMs = HOUR_MS): Promise<boolean> =>
  valueOf(leases.acquire({ name: LEASE, holder, ttlMs }));

const release = ({ leases }: LeasePorts, holder: string): Promise<void> =>
  valueOf(leases.release({ name: LEASE, holder }));

/** The holders that have the lease when all acquire it at once. */
async function winnersOf(
  store: LeasePorts,
  holders: readonly string[],
): Promise<readonly string[]> {
  const acquired = await Promise.all(holders.map((holder) => acquire(store, holder)));
  return holders.filter((_, index) => acquired[index]);
}

/** Leases. */
export const leaseContract: Contract<LeasePorts> = contractOf<LeasePorts>('LeaseRepository', {
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
  'gives an expired lease to another holder, and no longer to the former one': async ({
    store,
  }) => {
    await acquire(store, 'a', 0);
    assert.equal(await acquire(store, 'b'), true);
    assert.equal(await acquire(store, 'a'), false);
  },
  'lets a lease expire in time': async ({ store }) => {
    await acquire(store, 'a', 1);
    const startedAt = performance.now();
    let isTaken = await acquire(store, 'b');
    while (!isTaken && performance.now() - startedAt < PATIENCE_MS) {
      await nextTurn();
      isTaken = await acquire(store, 'b');
    }
    assert.equal(isTaken, true);
  },
  'is not renewed by a holder that does not get it': async ({ store }) => {
    await acquire(store, 'a', 0);
    await acquire(store, 'b');
    assert.equal(await acquire(store, 'a', 0), false);
    assert.equal(await isHeld(store), true);
  },
  'gives a lease to exactly one of many concurrent holders, whether it is free or has expired':
    async ({ store }) => {
      const holders = Array.from({ length: 20 }, (_, index) => `node ${index}`);
      const [first = ''] = await winnersOf(store, holders);
      assert.deepEqual(await winnersOf(store, holders), [first]);
      await acquire(store, first, 0);
      const [second = '', ...others] = await winnersOf(store, holders);
      assert.deepEqual(others, []);
      assert.deepEqual(await winnersOf(store, holders), [second]);
    },
  'releases a lease at once': async ({ store }) => {
    await acquire(store, 'a');
    await release(store, 'a');
    assert.equal(await acquire(store, 'b'), true);
  },
  'releases nothing for a holder that does not have the lease': async ({ store }) => {
    await release(store, 'a');
    await acquire(store, 'a', 0);
    await acquire(store, 'b');
    for (const holder of ['a', 'B', '%', '']) await release(store, holder);
    assert.equal(await isHeld(store), true);
  },
  'compares the names of leases byte for byte': async ({ store, open }) => {
    const [released = '', ...kept] = new Set([...LOOK_ALIKE_NAMES, ...INHERITED_NAMES]);
    const names = [released, ...kept];
    const acquired = names.map((name) =>
      valueOf(store.leases.acquire({ name, holder: `the holder of ${name}`, ttlMs: HOUR_MS })),
    );
    assert.deepEqual(
      await Promise.all(acquired),
      names.map(() => true),
    );
    await valueOf(store.leases.release({ name: released, holder: `the holder of ${released}` }));
    const held = await Promise.all(names.map((name) => isHeld(store, name)));
    assert.deepEqual(
      names.filter((_, index) => !held[index]),
      [released],
    );
    assert.equal(await isHeld(await open(), kept[0]), false);
  },
  'is not exported, and records no event': async ({ store }) => {
    const before = await stateOf(store);
    await acquire(store, 'a');
    assert.deepEqual(await stateOf(store), before);
    await release(store, 'a');
    assert.deepEqual(await allEvents(store), []);
  },
  ...callCases<LeasePorts>(LEASE_CALLS, async (store) => {
    await acquire(store, BY);
    return [await isHeld(store), await isHeld(store, 'new')];
  }),
});
