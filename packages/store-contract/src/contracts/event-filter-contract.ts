import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import { type Event, EVENT_TYPES, type EventQuery } from '@forewarn/core/operator';
import { valueOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { allEvents, eventsOf } from '../events-during.ts';
import { makeEvents } from '../make-events.ts';
import { changeRequest, PROJECT } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { BY, record, registerProjects } from '../store-calls.ts';

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
      assert.deepEqual(
        await eventsOf(store, { limit: 100, ...filters }),
        all.filter(holdsOf(filters)),
      );
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
      assert.deepEqual(
        found.slice(0, 2).map(({ type, project }) => [type, project]),
        [['project-created', name]],
      );
    }
  },
});
