import assert from 'node:assert/strict';
import {
  type Event,
  type EventQuery,
  type EventType,
  RECORDED_EVENT_TYPES,
  type DefinitionChange,
  type StrategyDefinition,
} from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/entries.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { casesOf, type Contract, contractOf } from '../suite/contract.ts';
import { allEvents, eventsOf, typesOf } from '../suite/events-during.ts';
import { lookDuring } from '../suite/rounds.ts';
import { searchIds } from '../suite/searches.ts';
import { idsOf } from '../suite/state-of.ts';
import { BY, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** A change of state of something with a name, and how a reader sees it. */
interface Change {
  readonly prepare: (store: Store, name: string) => Promise<unknown>;
  readonly make: (store: Store, name: string) => Promise<unknown>;
  readonly isSeen: (store: Store, name: string) => Promise<boolean>;
}

const nothing = async (): Promise<void> => {};

const register = (store: Store, name: string): Promise<void> =>
  valueOf(store.strategies.register(strategyDefinition(name), BY));

const change = (store: Store, name: string, made: DefinitionChange): Promise<void> =>
  valueOf(store.strategies.change(name, made, BY));

const isThere = async (store: Store, name: string): Promise<boolean> =>
  (await valueOf(store.strategies.list())).some((definition) => definition.name === name);

/** A change of a strategy definition, and a condition that holds after it. */
const changed = (made: DefinitionChange, holds: (definition: StrategyDefinition) => boolean) => ({
  make: (store: Store, name: string) => change(store, name, made),
  isSeen: async (store: Store, name: string) => holds(await valueOf(store.strategies.find(name))),
});

const projectIn = async (store: Store, id: string) =>
  (await valueOf(store.projects.list())).find((project) => project.id === id);

const scheduleIn = (store: Store, project: string): Promise<unknown> =>
  record(store, changeRequest({ project, title: 'T', features: enabling('a') }));

async function registerAndSchedule(store: Store, project: string): Promise<void> {
  await registerProjects(store, project);
  await scheduleIn(store, project);
}

const isFound = async (store: Store, project: string): Promise<boolean> =>
  (await searchIds(store, project, feature('a'))).length > 0;

const CHANGES: Readonly<Record<EventType, Change>> = {
  'project-created': {
    prepare: nothing,
    make: registerProjects,
    isSeen: async (store, name) => (await projectIn(store, name)) !== undefined,
  },
  'project-coverage-updated': {
    prepare: registerProjects,
    make: (store, name) => valueOf(store.projects.declareLive(name, BY)),
    isSeen: async (store, name) => (await projectIn(store, name))?.coverage.kind === 'live',
  },
  'strategy-created': { prepare: nothing, make: register, isSeen: isThere },
  'change-request-scheduled': { prepare: registerProjects, make: scheduleIn, isSeen: isFound },
  'strategy-updated': {
    prepare: register,
    ...changed(
      { kind: 'update', update: { title: null, parameters: [] } },
      ({ title }) => title === undefined,
    ),
  },
  'strategy-deprecated': {
    prepare: register,
    ...changed({ kind: 'deprecate' }, ({ deprecated }) => deprecated),
  },
  'strategy-reactivated': {
    prepare: async (store, name) => {
      await register(store, name);
      await change(store, name, { kind: 'deprecate' });
    },
    ...changed({ kind: 'reactivate' }, ({ deprecated }) => !deprecated),
  },
  'change-request-schedule-withdrawn': {
    prepare: registerAndSchedule,
    make: (store, name) => valueOf(store.writer.remove({ projectId: name, id: 1 }, BY)),
    isSeen: async (store, name) => !(await isFound(store, name)),
  },
  'strategy-deleted': {
    prepare: register,
    make: (store, name) => valueOf(store.strategies.delete(name, BY)),
    isSeen: async (store, name) => !(await isThere(store, name)),
  },
  'project-deleted': {
    prepare: registerAndSchedule,
    make: (store, name) => valueOf(store.projects.delete(name, BY)),
    isSeen: async (store, name) => (await projectIn(store, name)) === undefined,
  },
};

/** Reads state and events while it makes the change. A later read must include what an earlier one saw. */
async function assertInOneStep(
  store: Store,
  { prepare, make, isSeen }: Change,
  name: string,
): Promise<void> {
  await prepare(store, name);
  const before = (await allEvents(store)).length;
  const look = async (): Promise<void> => {
    const wasSeen = await isSeen(store, name);
    const wasLogged = (await allEvents(store)).length > before;
    assert.ok(wasLogged || !wasSeen, 'the change is not visible before its event');
    if (!wasLogged) return;
    assert.ok(await isSeen(store, name), 'the event is not visible before its change');
  };
  await lookDuring(() => make(store, name), look, 6);
}

const atomicityContract = contractOf(
  'EventRepository, atomicity',
  casesOf(
    CHANGES,
    (type) => `shows a change and its event together: ${type}`,
    (each) =>
      async ({ store }) => {
        for (const name of ['a', 'b', 'c', 'd']) await assertInOneStep(store, each, name);
      },
  ),
);

/** The types of the events that {@link makeEvents} records, in order: all of them. */
const TYPES = Object.keys(CHANGES);

/** Records one event of each type. Events of a project are of {@link PROJECT}. */
async function makeEvents(store: Store): Promise<void> {
  for (const [type, { make }] of Object.entries(CHANGES)) {
    await make(store, type.startsWith('strategy') ? 'region' : PROJECT);
  }
}

/** The size of the JSON texts of events, in bytes of UTF-8. */
const bytesOf = (events: readonly Event[]): number =>
  events
    .flatMap(({ data, preData }) => [data, preData])
    .reduce((sum, content) => sum + Buffer.byteLength(JSON.stringify(content)), 0);

const eventContract = contractOf('EventRepository', {
  'returns the newest first, with ids that ascend with time': async ({ store }) => {
    assert.deepEqual(await allEvents(store), []);
    await makeEvents(store);
    const events = await allEvents(store);
    assert.deepEqual(typesOf(events), TYPES.toReversed());
    const ids = idsOf(events);
    const descending = [...new Set(ids)].toSorted((a, b) => b - a);
    assert.deepEqual(ids, descending);
  },
  'returns at most `limit` events, and only those older than `before`': async ({ store }) => {
    await makeEvents(store);
    const all = await allEvents(store);
    for (const [index, { id }] of all.entries()) {
      const limit = index + 1;
      assert.deepEqual(await eventsOf(store, { limit }), all.slice(0, limit));
      const page = await eventsOf(store, { limit: 2, before: id });
      assert.deepEqual(page, all.slice(index + 1, index + 3));
    }
  },
  'returns those newer than `after`, the oldest first': async ({ store }) => {
    await makeEvents(store);
    const all = (await allEvents(store)).toReversed();
    const end = { before: all.at(-2)?.id ?? 0 };
    for (const [index, after] of [0, ...idsOf(all)].entries()) {
      for (const limit of [1, 3, 1_000]) {
        const page = await valueOf(store.events.list({ limit, after }));
        assert.deepEqual(page.events, all.slice(index, index + limit));
        assert.equal(page.hasMore, index + limit < all.length);
        const found = await eventsOf(store, { limit, after, ...end });
        assert.deepEqual(found, all.slice(0, -2).slice(index, index + limit));
      }
      const short = await valueOf(store.events.list({ limit: 1_000, after, maxBytes: 0 }));
      assert.deepEqual(short.events, all.slice(index, index + 1));
      assert.equal(short.hasMore, index + 1 < all.length);
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
  'returns `hasMore` if there are older events, whatever ended the page': async ({ store }) => {
    await makeEvents(store);
    await registerProjects(store, 'other');
    const all = await allEvents(store);
    const hasMore = async (query: EventQuery): Promise<boolean> =>
      (await valueOf(store.events.list(query))).hasMore;
    const last = all.length - 1;
    for (const [index, { id: before }] of all.entries()) {
      assert.equal(await hasMore({ limit: index + 1 }), index < last);
      assert.equal(await hasMore({ limit: 1_000, before }), false);
      assert.equal(await hasMore({ limit: 1, before }), index < last - 1);
      assert.equal(await hasMore({ limit: 1_000, before, maxBytes: 0 }), index < last - 1);
    }
    const maxBytes = bytesOf(all);
    assert.equal(await hasMore({ limit: 1_000, maxBytes }), false);
    assert.equal(await hasMore({ limit: 1_000, maxBytes: maxBytes - 1 }), true);
    assert.equal(await hasMore({ limit: 1, project: 'other' }), false);
    assert.equal(await hasMore({ limit: 1, project: PROJECT }), true);
    assert.equal(await hasMore({ limit: 1, project: 'none' }), false);
  },
});

type Filters = Pick<EventQuery, 'type' | 'project'>;

/** Whether an event passes filters. */
const eventHolds =
  ({ type, project }: Filters) =>
  (event: Event): boolean =>
    (type === undefined || event.type === type) &&
    (project === undefined || event.project === project);

/** Several events of every type, in two projects. */
export async function makeManyEvents(store: Store): Promise<readonly Event[]> {
  await makeEvents(store);
  await registerProjects(store, 'other');
  await makeEvents(store);
  for (const id of [1, 2, 1, 3]) await record(store, changeRequest({ id, project: 'other' }));
  await valueOf(store.writer.remove({ projectId: 'other', id: 2 }, BY));
  return allEvents(store);
}

/** Every filter by type and by project. */
const FILTERS: readonly Filters[] = [undefined, ...RECORDED_EVENT_TYPES].flatMap((type) =>
  [undefined, PROJECT, 'other', 'none'].map((project) => ({
    ...(type === undefined ? {} : { type }),
    ...(project === undefined ? {} : { project }),
  })),
);

const filterContract = contractOf('EventRepository, by type and project', {
  'filters by type, by types, by project and by all, with `limit` and `before`': async ({
    store,
  }) => {
    const all = await makeManyEvents(store);
    assert.deepEqual(await eventsOf(store, { limit: 100, types: [] }), []);
    for (const filters of FILTERS) {
      const expected = all.filter(eventHolds(filters));
      assert.deepEqual(await eventsOf(store, { limit: 100, ...filters }), expected);
      const types = RECORDED_EVENT_TYPES.slice(0, 12).filter((type) => type.length % 2 === 0);
      const some = all.filter((event) => types.includes(event.type) && eventHolds(filters)(event));
      assert.deepEqual(await eventsOf(store, { limit: 100, ...filters, types }), some);
      for (const index of [0, 7, 16, 25]) {
        const before = all[index]?.id ?? 0;
        const found = await eventsOf(store, { limit: 2, before, ...filters });
        assert.deepEqual(found, expected.filter(({ id }) => id < before).slice(0, 2));
        const newer = await eventsOf(store, { limit: 2, after: before, ...filters });
        assert.deepEqual(
          newer,
          expected
            .filter(({ id }) => id > before)
            .slice(-2)
            .toReversed(),
        );
      }
    }
  },
  'compares the project byte for byte, and omits events without a project': async ({ store }) => {
    await register(store, 'region');
    await registerProjects(store, ...LOOK_ALIKE_NAMES);
    for (const name of LOOK_ALIKE_NAMES) {
      const found = await eventsOf(store, { limit: 10, project: name });
      const newest = found.slice(0, 2).map(({ type, project }) => [type, project]);
      assert.deepEqual(newest, [['project-created', name]]);
    }
  },
});

/** The list of events, its filters, and that a change and its event are one atomic step. */
export const eventContracts: readonly Contract[] = [
  eventContract,
  filterContract,
  atomicityContract,
];
