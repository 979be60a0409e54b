import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import { type Event, EVENT_TYPES, type EventQuery, type EventType } from '@forewarn/core/operator';
import { changeRequest, enabling, PROJECT } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { assertReturnsCopies } from '../suite/copies.ts';
import { allEvents, eventsOf } from '../suite/events-during.ts';
import { BY, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** Records one event of each type and returns the types in order. Events of a project are of {@link PROJECT}. */
async function makeEvents(store: Store): Promise<readonly EventType[]> {
  const change = (kind: 'deprecate' | 'reactivate') =>
    valueOf(store.strategies.change('region', { kind }, BY));
  const update = { description: 'updated', parameters: [] };

  await registerProjects(store, PROJECT);
  await valueOf(store.projects.declareLive(PROJECT, BY));
  await valueOf(store.strategies.register(strategyDefinition('region'), BY));
  await record(store, changeRequest({ title: 'T', features: enabling('a') }));
  await valueOf(store.strategies.change('region', { kind: 'update', update }, BY));
  await change('deprecate');
  await change('reactivate');
  await valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
  await valueOf(store.strategies.delete('region', BY));
  await valueOf(store.projects.delete(PROJECT, BY));
  return [
    'project-created',
    'project-coverage-updated',
    'strategy-created',
    'change-request-scheduled',
    'strategy-updated',
    'strategy-deprecated',
    'strategy-reactivated',
    'change-request-schedule-withdrawn',
    'strategy-deleted',
    'project-deleted',
  ];
}

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
    const found = events.map(({ type }) => type);
    assert.deepEqual(found, types.toReversed());
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
      const page = await eventsOf(store, { limit: 2, before: id });
      assert.deepEqual(page, all.slice(index + 1, index + 3));
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
    await assertReturnsCopies(() => allEvents(store));
    assert.equal(await record(store, scheduled), 'unchanged');
  },
});

type Filters = Pick<EventQuery, 'type' | 'project'>;

const holdsOf =
  ({ type, project }: Filters) =>
  (event: Event): boolean =>
    (type === undefined || event.type === type) &&
    (project === undefined || event.project === project);

/** Several events of every type, in two projects. */
async function makeManyEvents(store: Store): Promise<void> {
  await makeEvents(store);
  await registerProjects(store, 'other');
  await makeEvents(store);
  for (const id of [1, 2, 1, 3]) await record(store, changeRequest({ id, project: 'other' }));
  await valueOf(store.writer.remove({ projectId: 'other', id: 2 }, BY));
}

const FILTERS: readonly Filters[] = [undefined, ...EVENT_TYPES].flatMap((type) =>
  [undefined, PROJECT, 'other', 'none'].map((project) => ({
    ...(type === undefined ? {} : { type }),
    ...(project === undefined ? {} : { project }),
  })),
);

/** The filters of the list of events. */
export const eventFilterContract: Contract = contractOf('EventRepository, by type and project', {
  'filters by type, by project and by both, the newest first': async ({ store }) => {
    await makeManyEvents(store);
    const all = await allEvents(store);
    for (const filters of FILTERS) {
      const found = await eventsOf(store, { limit: 100, ...filters });
      assert.deepEqual(found, all.filter(holdsOf(filters)));
    }
  },
  'combines the filters with `limit` and with `before` of any event': async ({ store }) => {
    await makeManyEvents(store);
    const all = await allEvents(store);
    for (const [index, { id: before }] of all.entries()) {
      for (const filters of [
        { type: 'change-request-scheduled' as const },
        { project: PROJECT },
        { type: 'change-request-scheduled' as const, project: 'other' },
      ]) {
        assert.deepEqual(
          await eventsOf(store, { limit: 2, before, ...filters }),
          all
            .slice(index + 1)
            .filter(holdsOf(filters))
            .slice(0, 2),
        );
      }
    }
  },
  'compares the project byte for byte, and omits events without a project': async ({ store }) => {
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));
    await registerProjects(store, ...LOOK_ALIKE_NAMES);
    for (const name of LOOK_ALIKE_NAMES) {
      const found = await eventsOf(store, { limit: 10, project: name });
      const newest = found.slice(0, 2).map(({ type, project }) => [type, project]);
      assert.deepEqual(newest, [['project-created', name]]);
    }
  },
});
