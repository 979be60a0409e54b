import assert from 'node:assert/strict';
import type { Event, EventQuery } from '@forewarn/core/operator';
import { valueOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { allEvents, eventsOf } from '../events-during.ts';
import { makeEvents } from '../make-events.ts';
import { changeRequest, enabling, PROJECT } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { BY, record, registerProjects } from '../store-calls.ts';

const definition = strategyDefinition('region');
const scheduled = changeRequest({ title: 'T', features: enabling('a') });

/** The size of the JSON texts of events, in bytes of UTF-8. */
const bytesOf = (events: readonly Event[]): number =>
  events
    .flatMap(({ data, preData }) => [data, preData])
    .reduce((sum, content) => sum + Buffer.byteLength(JSON.stringify(content)), 0);

/** The list of events. */
export const eventContract: Contract = contractOf('EventRepository', {
  'returns an empty list for a new store': async ({ store }) => {
    assert.deepEqual(await allEvents(store), []);
  },
  'returns the newest first, with ids that ascend with time': async ({ store }) => {
    const types = await makeEvents(store);
    const events = await allEvents(store);
    assert.deepEqual(
      events.map(({ type }) => type),
      types.toReversed(),
    );
    const ids = events.map(({ id }) => id);
    assert.deepEqual(
      [...new Set(ids)].toSorted((a, b) => b - a),
      ids,
    );
  },
  'returns at most `limit` events': async ({ store }) => {
    await makeEvents(store);
    const all = await allEvents(store);
    for (const limit of [1, 2, 9, 10]) {
      assert.deepEqual(await eventsOf(store, { limit }), all.slice(0, limit));
    }
  },
  'returns only events older than `before`, so that pages cover each event once': async ({
    store,
  }) => {
    await makeEvents(store);
    const all = await allEvents(store);
    for (const [index, { id }] of all.entries()) {
      assert.deepEqual(
        await eventsOf(store, { limit: 2, before: id }),
        all.slice(index + 1, index + 3),
      );
    }
  },
  'ends a page before it exceeds `maxBytes`, but returns at least one event': async ({ store }) => {
    await makeEvents(store);
    const all = await allEvents(store);
    for (let count = 1; count <= all.length; count++) {
      const maxBytes = bytesOf(all.slice(0, count));
      for (const [page, expected] of [
        [{ maxBytes }, count],
        [{ maxBytes: maxBytes - 1 }, Math.max(1, count - 1)],
        [{ maxBytes, limit: 1 }, 1],
      ] as const) {
        assert.deepEqual(await eventsOf(store, { limit: 1_000, ...page }), all.slice(0, expected));
      }
    }
    assert.deepEqual(await eventsOf(store, { limit: 10, maxBytes: 0 }), all.slice(0, 1));
    const before = all.at(-1)?.id ?? 0;
    assert.deepEqual(await eventsOf(store, { limit: 10, maxBytes: 9, before }), []);
  },
  'returns `hasOlder` if the query finds older events, whatever ended the page': async ({
    store,
  }) => {
    await makeEvents(store);
    await registerProjects(store, 'other');
    const all = await allEvents(store);
    const hasOlder = async (query: EventQuery): Promise<boolean> =>
      (await valueOf(store.events.list(query))).hasOlder;
    const last = all.length - 1;
    for (const [index, { id: before }] of all.entries()) {
      assert.equal(await hasOlder({ limit: index + 1 }), index < last);
      assert.equal(await hasOlder({ limit: 1_000, before }), false);
      assert.equal(await hasOlder({ limit: 1, before }), index < last - 1);
      assert.equal(await hasOlder({ limit: 1_000, before, maxBytes: 0 }), index < last - 1);
    }
    const maxBytes = bytesOf(all);
    assert.equal(await hasOlder({ limit: 1_000, maxBytes }), false);
    assert.equal(await hasOlder({ limit: 1_000, maxBytes: maxBytes - 1 }), true);
    assert.equal(await hasOlder({ limit: 1, project: 'other' }), false);
    assert.equal(await hasOlder({ limit: 1, project: PROJECT }), true);
    assert.equal(await hasOlder({ limit: 1, project: 'none' }), false);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await valueOf(store.strategies.register(structuredClone(definition), BY));
    await record(store, structuredClone(scheduled));
    const before = structuredClone(await allEvents(store));
    overwriteDeeply(await allEvents(store));
    assert.deepEqual(await allEvents(store), before);
    assert.equal(await record(store, scheduled), 'unchanged');
  },
});
