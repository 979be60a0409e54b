import assert from 'node:assert/strict';
import type { CallOptions, Store } from '@forewarn/core';
import type { Promises } from './contract.ts';
import type { Calls } from './every-call.ts';

/** Why the signals of the cases are aborted. */
export const REASON = new Error('the client disconnected');

/** The options of a call that is aborted before it begins. */
export const aborted = (): CallOptions => ({ signal: AbortSignal.abort(REASON) });

/** The error of a call that is aborted. */
export const ABORTED = { type: 'StoreUnavailable', cause: REASON };

/** What calls find, change and remove. */
interface Filled<Ports> {
  readonly calls: Calls<Ports>;
  readonly fill: (store: Ports) => Promise<unknown>;
}

/** What a store promises of calls after it is closed. */
export const closedCase = <Ports extends Pick<Store, 'close'>>({
  calls,
  fill,
}: Filled<Ports>): Promises<Ports> => ({
  'returns StoreUnavailable for every call once the store is closed': async ({ store }) => {
    await fill(store);
    await store.close();
    const results = Object.entries(calls).map(async ([name, call]) => {
      const result = await call(store);
      return [name, result.isErr() ? result.error.type : result.value] as const;
    });
    const expected = Object.keys(calls).map((name) => [name, 'StoreUnavailable']);
    assert.deepEqual(await Promise.all(results), expected);
  },
});

/** What a store promises of the signals of calls. */
export const signalCases = <Ports>(
  { calls, fill }: Filled<Ports>,
  look: (store: Ports) => Promise<unknown>,
): Promises<Ports> => ({
  'changes nothing with an aborted signal, and returns its reason': async ({ store }) => {
    await fill(store);
    const before = await look(store);
    for (const [name, call] of Object.entries(calls)) {
      const result = await call(store, aborted());
      const returned = result.isErr() ? result.error : result.value;
      assert.deepEqual([name, returned], [name, ABORTED]);
    }
    assert.deepEqual(await look(store), before);
  },
  'is not affected by a signal unless it is aborted': async ({ store, open }) => {
    const other = await open();
    const { signal } = new AbortController();
    for (const each of [store, other]) await fill(each);
    for (const [name, call] of Object.entries(calls)) {
      const [without, withSignal] = [await call(other), await call(store, { signal })];
      assert.equal(withSignal.isOk(), without.isOk(), name);
    }
  },
  'returns its result, or the reason, if it is aborted while it runs': async ({ store }) => {
    await fill(store);
    for (const [name, call] of Object.entries(calls)) {
      const end = new AbortController();
      const called = call(store, { signal: end.signal });
      end.abort(REASON);
      const result = await called;
      if (result.isOk() || result.error.type !== 'StoreUnavailable') continue;
      assert.deepEqual([name, result.error], [name, ABORTED]);
    }
  },
});
