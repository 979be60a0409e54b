import assert from 'node:assert/strict';
import type { CallOptions, Store } from '@forewarn/core';
import type { ContractCase } from './contract.ts';
import type { Calls } from './every-call.ts';

/** Why the signals of the cases are aborted. */
export const REASON = new Error('the client disconnected');

/** The options of a call that is aborted before it begins. */
export const aborted = (): CallOptions => ({ signal: AbortSignal.abort(REASON) });

/** Asserts that every call returns `StoreUnavailable`, after the store is closed. */
export async function assertClosed<Ports>(store: Ports, calls: Calls<Ports>): Promise<void> {
  const results = Object.entries(calls).map(async ([name, call]) => {
    const result = await call(store);
    return [name, result.isErr() ? result.error.type : result.value] as const;
  });
  assert.deepEqual(
    await Promise.all(results),
    Object.keys(calls).map((name) => [name, 'StoreUnavailable']),
  );
}

/** Asserts that every call returns `StoreUnavailable` with the reason of an aborted signal. */
export async function assertAborted<Ports>(store: Ports, calls: Calls<Ports>): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const result = await call(store, aborted());
    const returned = result.isErr() ? result.error : result.value;
    assert.deepEqual([name, returned], [name, { type: 'StoreUnavailable', cause: REASON }]);
  }
}

/** Asserts that every call that is aborted while it runs returns its result, or the reason. */
export async function assertAbortable<Ports>(store: Ports, calls: Calls<Ports>): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const end = new AbortController();
    const called = call(store, { signal: end.signal });
    end.abort(REASON);
    const result = await called;
    if (result.isOk() || result.error.type !== 'StoreUnavailable') continue;
    assert.deepEqual([name, result.error], [name, { type: 'StoreUnavailable', cause: REASON }]);
  }
}

/**
 * Returns what a store promises of the calls of an optional port: after it is closed, and with signals.
 *
 * @param look stores what the calls change, and returns it
 */
export const callCases = <Ports extends Pick<Store, 'close'>>(
  calls: Calls<Ports>,
  look: (store: Ports) => Promise<unknown>,
): Readonly<Record<string, ContractCase<Ports>['run']>> => ({
  'returns StoreUnavailable for every call once the store is closed': async ({ store }) => {
    await store.close();
    await assertClosed(store, calls);
  },
  'changes nothing with an aborted signal, and returns its reason': async ({ store }) => {
    const before = await look(store);
    await assertAborted(store, calls);
    assert.deepEqual(await look(store), before);
  },
  'is not affected by a signal unless it is aborted': async ({ store }) => {
    const { signal } = new AbortController();
    for (const [name, call] of Object.entries(calls)) {
      assert.equal((await call(store, { signal })).isOk(), true, name);
    }
  },
  'returns its result, or the reason, if it is aborted while it runs': ({ store }) =>
    assertAbortable(store, calls),
});
