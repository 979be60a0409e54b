import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import { answerOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { EVERY_CALL, fillForEveryCall } from '../every-call.ts';
import { allEvents } from '../events-during.ts';
import { stateOf } from '../state-of.ts';

const REASON = new Error('the caller has gone');

const aborted = () => ({ signal: AbortSignal.abort(REASON) });

const everythingIn = async (store: Store): Promise<unknown> => ({
  state: await stateOf(store),
  events: await allEvents(store),
  apiKeys: await answerOf(store.apiKeys.list()),
});

/** What a store does with the signal of a call. */
export const abortedCallContract: Contract = {
  port: 'CallOptions.signal',
  cases: [
    {
      name: 'makes every call return StoreUnavailable with its reason once it is aborted',
      run: async ({ store }) => {
        await fillForEveryCall(store);
        for (const [name, call] of Object.entries(EVERY_CALL)) {
          const result = await call(store, aborted());
          const returned = result.isErr() ? result.error : result.value;
          assert.deepEqual([name, returned], [name, { type: 'StoreUnavailable', cause: REASON }]);
        }
      },
    },
    {
      name: 'makes an export return StoreUnavailable with its reason, and nothing else',
      run: async ({ store }) => {
        await fillForEveryCall(store);
        const entries: unknown[] = [];
        for await (const entry of store.transfer.export(aborted())) {
          entries.push(entry.isErr() ? entry.error : entry.value);
        }
        assert.deepEqual(entries, [{ type: 'StoreUnavailable', cause: REASON }]);
      },
    },
    {
      name: 'keeps every write from changing anything once it is aborted',
      run: async ({ store }) => {
        await fillForEveryCall(store);
        const before = await everythingIn(store);
        await Promise.all(Object.values(EVERY_CALL).map((call) => call(store, aborted())));
        assert.deepEqual(await everythingIn(store), before);
      },
    },
    {
      name: 'changes nothing about a call when it is not aborted',
      run: async ({ store, open }) => {
        const other = await open();
        const { signal } = new AbortController();
        for (const each of [store, other]) await fillForEveryCall(each);
        for (const [name, call] of Object.entries(EVERY_CALL)) {
          const [without, withSignal] = [await call(other), await call(store, { signal })];
          assert.equal(withSignal.isOk(), without.isOk(), name);
        }
      },
    },
  ],
};
