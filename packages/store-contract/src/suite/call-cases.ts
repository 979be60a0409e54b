import assert from 'node:assert/strict';
import type { CallOptions } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { type Contract, contractOf, type Promises } from './contract.ts';
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

async function assertUnavailable<Ports>(store: Ports, calls: Calls<Ports>): Promise<void> {
  const results = Object.entries(calls).map(async ([name, call]) => {
    try {
      const result = await call(store);
      return [name, result.isErr() ? result.error.type : result.value];
    } catch (error) {
      return [name, error];
    }
  });
  const expected = Object.keys(calls).map((name) => [name, 'StoreUnavailable']);
  assert.deepEqual(await Promise.all(results), expected);
}

/** What a store promises of calls after it is closed. */
export const closedCase = <Ports extends Pick<Store, 'close'>>({
  calls,
  fill,
}: Filled<Ports>): Promises<Ports> => ({
  'returns StoreUnavailable for every call once the store is closed': async ({ store }) => {
    await fill(store);
    await store.close();
    await assertUnavailable(store, calls);
  },
});

/** What a store promises of calls during an outage. */
export const outageCase = <Ports>(
  { calls, fill }: Filled<Ports>,
  look: (store: Ports) => Promise<unknown>,
): Promises<Ports> => ({
  'returns StoreUnavailable during an outage, and works as before after it': async ({
    store,
    breakDown,
  }) => {
    await fill(store);
    const before = await look(store);
    const mend = await breakDown();
    try {
      await assertUnavailable(store, calls);
    } finally {
      await mend?.();
    }
    if (mend !== undefined) assert.deepEqual(await look(store), before);
  },
});

const READ =
  /^(?:reader|forecasts|whatIf)\.|\.(?:list|read|find\w*|near|export|hidesProjects|isSynced)\b|^check$/;

/** Resolves when all is done that waits for no input, output, timer or thread. */
const allButWaits = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

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
  'returns the reason if it is aborted while it runs, unless it has its result': async ({
    store,
  }) => {
    await fill(store);
    for (const [name, call] of Object.entries(calls)) {
      const end = new AbortController();
      let hasResult = false;
      const called = Promise.resolve(call(store, { signal: end.signal })).finally(() => {
        hasResult = true;
      });
      end.abort(REASON);
      await allButWaits();
      // A write that waits may have been sent to a database already.
      const mayReturn = hasResult || !READ.test(name);
      const result = await called;
      const returned = result.isErr() ? result.error : { type: 'a result' };
      if (mayReturn && returned.type !== 'StoreUnavailable') continue;
      assert.deepEqual([name, returned], [name, ABORTED]);
    }
  },
});

const INTERRUPTED = ', interrupted';

/**
 * The promises of one method whose signal is aborted, and during an outage, for stores that implement only that. Those of a
 * whole store interrupt every call.
 */
export function interruptionContract<Ports>(
  port: string,
  filled: Filled<Ports>,
  look: (store: Ports) => Promise<unknown>,
): Contract<Ports> {
  const promises = { ...signalCases(filled, look), ...outageCase(filled, look) };
  return contractOf(`${port}${INTERRUPTED}`, promises);
}

/** The other contracts. */
export const uninterrupted = <Ports>(
  some: readonly Contract<Ports>[],
): readonly Contract<Ports>[] => some.filter(({ port }) => !port.endsWith(INTERRUPTED));
