import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import { valueOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { EVERY_CALL, fillForEveryCall } from '../every-call.ts';
import { allEvents } from '../events-during.ts';
import { isHeld } from '../leases.ts';
import { stateOf } from '../state-of.ts';

const REASON = new Error('the client disconnected');

const aborted = () => ({ signal: AbortSignal.abort(REASON) });

const everythingIn = async (store: Store): Promise<unknown> => ({
  state: await stateOf(store),
  events: await allEvents(store),
  apiKeys: await valueOf(store.apiKeys.list()),
  leases: [await isHeld(store), await isHeld(store, 'new')],
});

/** The signal of a call. */
export const abortedCallContract: Contract = contractOf('CallOptions.signal', {
  'makes every call return StoreUnavailable with the reason of an aborted signal': async ({
    store,
  }) => {
    await fillForEveryCall(store);
    for (const [name, call] of Object.entries(EVERY_CALL)) {
      const result = await call(store, aborted());
      const returned = result.isErr() ? result.error : result.value;
      assert.deepEqual([name, returned], [name, { type: 'StoreUnavailable', cause: REASON }]);
    }
  },
  'makes an export return only StoreUnavailable with the reason of an aborted signal': async ({
    store,
  }) => {
    await fillForEveryCall(store);
    const entries: unknown[] = [];
    for await (const entry of store.transfer.export(aborted())) {
      entries.push(entry.isErr() ? entry.error : entry.value);
    }
    assert.deepEqual(entries, [{ type: 'StoreUnavailable', cause: REASON }]);
  },
  'keeps every write with an aborted signal from changing anything': async ({ store }) => {
    await fillForEveryCall(store);
    const before = await everythingIn(store);
    await Promise.all(Object.values(EVERY_CALL).map((call) => call(store, aborted())));
    assert.deepEqual(await everythingIn(store), before);
  },
  'has no effect on a call unless it is aborted': async ({ store, open }) => {
    const other = await open();
    const { signal } = new AbortController();
    for (const each of [store, other]) await fillForEveryCall(each);
    for (const [name, call] of Object.entries(EVERY_CALL)) {
      const [without, withSignal] = [await call(other), await call(store, { signal })];
      assert.equal(withSignal.isOk(), without.isOk(), name);
    }
  },
});
