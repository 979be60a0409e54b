import assert from 'node:assert/strict';
import type { CallOptions, StoreUnavailable, PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { ImportEntry, StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { changeRequest, PROJECT } from '../samples/change-request.ts';
import {
  aborted,
  ABORTED,
  closedCase,
  outageCase,
  REASON,
  signalCases,
} from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { EVERY_CALL, fillForEveryCall } from '../suite/every-call.ts';
import { overwriting } from '../suite/overwriting.ts';
import { stateOf } from '../suite/state-of.ts';
import { BY } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const EVERYTHING = { calls: EVERY_CALL, fill: fillForEveryCall };

const everythingIn = async (store: Store): Promise<unknown> => ({
  state: await stateOf(store),
  events: await allEvents(store),
});

/** Returns what two stores have in common after the same calls: all but stamps of events, and versions. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, each) => {
      if (key === 'version') return undefined;
      if (typeof each !== 'object' || each === null || !('createdAt' in each)) return each;
      const { id: _id, createdAt: _createdAt, ...content } = each;
      return content;
    }),
  );

/** Returns the entries of an export and its errors, and does something after each. */
async function entriesIn(
  exported: ReturnType<Store['transfer']['export']>,
  after: () => void = () => {},
): Promise<readonly (StateEntry | StoreUnavailable)[]> {
  const results: (StateEntry | StoreUnavailable)[] = [];
  for await (const entry of exported) {
    results.push(entry.isErr() ? entry.error : entry.value);
    after();
  }
  return results;
}

const wholeContract = contractOf('Store', {
  'passes its check while it is open': async ({ store }) => {
    await valueOf(store.check());
    await fillForEveryCall(store);
    await valueOf(store.check());
  },
  ...closedCase(EVERYTHING),
  ...outageCase(EVERYTHING, everythingIn),
  'can be closed before its first use, and again': async ({ store }) => {
    await store.close();
    await store.close();
  },
  'returns only StoreUnavailable for an export once it is closed': async ({ store }) => {
    await fillForEveryCall(store);
    await store.close();
    const results = await entriesIn(store.transfer.export());
    const types = results.map((each) => ('type' in each ? each.type : each));
    assert.deepEqual(types, ['StoreUnavailable']);
  },
  'copies what it gets and returns: overwriting that changes nothing': async ({ store, open }) => {
    const outcomes: unknown[] = [];
    for (const each of [overwriting(store), await open()]) {
      await fillForEveryCall(each);
      const results: unknown[] = [];
      for (const [name, call] of [...Object.entries(EVERY_CALL), ...Object.entries(EVERY_CALL)]) {
        results.push([name, (await call(each)).unwrapOr(undefined)]);
      }
      outcomes.push(comparable([...results, await everythingIn(each)]));
    }
    assert.deepEqual(outcomes[0], outcomes[1]);
  },
  'shares no state with another store': async ({ store, open }) => {
    await fillForEveryCall(store);
    const other = await open();
    assert.deepEqual(await valueOf(other.projects.list()), []);
    await other.close();
    await valueOf(store.check());
  },
});

const signalContract = contractOf('CallOptions.signal', {
  ...signalCases(EVERYTHING, everythingIn),
  'ends an aborted export with StoreUnavailable, before or between entries': async ({ store }) => {
    await fillForEveryCall(store);
    assert.deepEqual(await entriesIn(store.transfer.export(aborted())), [ABORTED]);
    const end = new AbortController();
    const [first, ...others] = await entriesIn(store.transfer.export({ signal: end.signal }), () =>
      end.abort(REASON),
    );
    assert.notDeepEqual(first, ABORTED);
    assert.deepEqual(others, [ABORTED]);
  },
  'keeps a write from changing anything if it is aborted while it checks': async ({ store }) => {
    await fillForEveryCall(store);
    const before = await everythingIn(store);
    for (const [name, write] of Object.entries(CHECKED_WRITES)) {
      const end = new AbortController();
      const leave = (): boolean => {
        end.abort(REASON);
        return true;
      };
      const result = await write(store, { signal: end.signal, onlyIf: leave });
      const returned = result.isErr() ? result.error : result.value;
      assert.deepEqual([name, returned], [name, ABORTED]);
    }
    assert.deepEqual(await everythingIn(store), before);
  },
  'keeps an import that is aborted while it reads from changing anything': async ({ store }) => {
    await fillForEveryCall(store);
    const before = await everythingIn(store);
    for (const after of [3, 4]) {
      const end = new AbortController();
      async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
        for (const id of [3, 4]) {
          yield ok({ kind: 'scheduled', changeRequest: changeRequest({ id }) });
          if (id === after) end.abort(REASON);
        }
      }
      const imported = store.transfer.import(entries(), { signal: end.signal });
      await check.fails(imported, ABORTED);
    }
    assert.deepEqual(await everythingIn(store), before);
  },
});

interface Check extends CallOptions {
  readonly onlyIf: () => boolean;
}

/** The writes that check what is stored. */
const CHECKED_WRITES: Readonly<
  Record<string, (store: Store, options: Check) => PortResult<unknown, unknown>>
> = {
  put: ({ writer }, options) => writer.put(changeRequest({ title: 'new' }), BY, options),
  putAll: ({ writer }, options) => writer.putAll([changeRequest({ title: 'new' })], BY, options),
  remove: ({ writer }, options) => writer.remove({ projectId: PROJECT, id: 1 }, BY, options),
};

/** The store as a whole, and the signal of a call. */
export const storeContracts: readonly Contract[] = [wholeContract, signalContract];
