import assert from 'node:assert/strict';
import type { Event, Store } from '@forewarn/core';
import { answerOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { allEvents } from '../events-during.ts';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { definitionsIn, stateOf } from '../state-of.ts';
import { BY, record, registerProjects, searchIds } from '../store-calls.ts';

/** A change of state, and how others see that it happened. */
interface Change {
  readonly prepare: (store: Store, name: string) => Promise<unknown>;
  readonly make: (store: Store, name: string) => Promise<unknown>;
  readonly isSeen: (store: Store, name: string) => Promise<boolean>;
}

const register = (store: Store, name: string): Promise<void> =>
  answerOf(store.strategies.register(strategyDefinition(name), BY));

const isThere = async (store: Store, name: string): Promise<boolean> =>
  definitionsIn(await stateOf(store)).some((definition) => definition.name === name);

const schedule = (store: Store, project: string): Promise<unknown> =>
  record(store, changeRequest({ project, features: enabling('a') }));

const isFound = async (store: Store, project: string): Promise<boolean> =>
  (await searchIds(store, project, feature('a'))).length > 0;

const CHANGES: Readonly<Record<Event['type'], Change>> = {
  'project-created': {
    prepare: async () => {},
    make: registerProjects,
    isSeen: async (store, name) =>
      (await answerOf(store.projects.list())).some(({ id }) => id === name),
  },
  'strategy-created': { prepare: async () => {}, make: register, isSeen: isThere },
  'strategy-deleted': {
    prepare: register,
    make: (store, name) => answerOf(store.strategies.delete(name, BY)),
    isSeen: async (store, name) => !(await isThere(store, name)),
  },
  'change-request-scheduled': { prepare: registerProjects, make: schedule, isSeen: isFound },
  'change-request-schedule-withdrawn': {
    prepare: async (store, name) => {
      await registerProjects(store, name);
      await schedule(store, name);
    },
    make: (store, name) => answerOf(store.recorder.withdraw({ projectId: name, id: 1 }, BY)),
    isSeen: async (store, name) => !(await isFound(store, name)),
  },
};

const LOOKS = 6;

/** Makes the change and looks at it meanwhile. What is seen first must be in what is seen after it. */
async function assertInOneStep(
  store: Store,
  { prepare, make, isSeen }: Change,
  name: string,
): Promise<void> {
  await prepare(store, name);
  const before = (await allEvents(store)).length;
  const isLogged = async (): Promise<boolean> => (await allEvents(store)).length > before;

  const look = async (): Promise<void> => {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const wasSeen = await isSeen(store, name);
      const wasLogged = await isLogged();
      assert.ok(wasLogged || !wasSeen, 'nobody sees the change before its event');
      if (wasLogged)
        assert.ok(await isSeen(store, name), 'nobody sees the event before its change');
    }
  };
  await Promise.all([make(store, name), look()]);
}

/** Each change and its event are one atomic step. */
export const eventAtomicityContract: Contract = {
  port: 'EventRepository, in one step with the change',
  cases: Object.entries(CHANGES).map(([type, change]) => ({
    name: `shows a change and its event together or not at all: ${type}`,
    run: async ({ store }) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await assertInOneStep(store, change, name);
    },
  })),
};
