import assert from 'node:assert/strict';
import { valueOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { EVERY_CALL, fillForEveryCall } from '../every-call.ts';

/** The store as a whole. */
export const storeContract: Contract = contractOf('Store', {
  'passes its check while it is open': async ({ store }) => {
    await valueOf(store.check());
    await fillForEveryCall(store);
    await valueOf(store.check());
  },
  'returns StoreUnavailable for every call once it is closed': async ({ store }) => {
    await fillForEveryCall(store);
    await store.close();
    const results = Object.entries(EVERY_CALL).map(async ([name, call]) => {
      const result = await call(store);
      return [name, result.isErr() ? result.error.type : result.value] as const;
    });
    assert.deepEqual(
      await Promise.all(results),
      Object.keys(EVERY_CALL).map((name) => [name, 'StoreUnavailable']),
    );
  },
  'returns only StoreUnavailable for an export once it is closed': async ({ store }) => {
    await fillForEveryCall(store);
    await store.close();
    const results: unknown[] = [];
    for await (const entry of store.transfer.export()) {
      results.push(entry.isErr() ? entry.error.type : entry.value);
    }
    assert.deepEqual(results, ['StoreUnavailable']);
  },
  'shares no state with another store': async ({ store, open }) => {
    await fillForEveryCall(store);
    const other = await open();
    assert.deepEqual(await valueOf(other.projects.list()), []);
    assert.deepEqual(await valueOf(other.apiKeys.list()), []);
    await other.close();
    await valueOf(store.check());
  },
});
