import assert from 'node:assert/strict';
import type { Coverage, Store, StrategyChange, StrategyDefinition } from '@forewarn/core';
import type { EventType } from '@forewarn/core/operator';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import type { Contract } from '../suite/contract.ts';
import { allEvents } from '../suite/events-during.ts';
import { BY, record, registerProjects, searchIds } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** A change of state, and how a reader sees it. */
interface Change {
  readonly prepare: (store: Store, name: string) => Promise<unknown>;
  readonly make: (store: Store, name: string) => Promise<unknown>;
  readonly isSeen: (store: Store, name: string) => Promise<boolean>;
}

const register = (store: Store, name: string): Promise<void> =>
  valueOf(store.strategies.register(strategyDefinition(name), BY));

const isThere = async (store: Store, name: string): Promise<boolean> =>
  (await valueOf(store.strategies.list())).some((definition) => definition.name === name);

/** A change of a strategy definition, and a condition that holds after it. */
const changed = (
  change: StrategyChange,
  holds: (definition: StrategyDefinition) => boolean,
): Pick<Change, 'make' | 'isSeen'> => ({
  make: (store, name) => valueOf(store.strategies.change(name, change, BY)),
  isSeen: async (store, name) => holds(await valueOf(store.strategies.find(name))),
});

const hasProject = async (store: Store, id: string): Promise<boolean> =>
  (await valueOf(store.projects.list())).some((project) => project.id === id);

const coverageIn = async (store: Store, id: string): Promise<Coverage | undefined> =>
  (await valueOf(store.projects.list())).find((project) => project.id === id)?.coverage;

const schedule = (store: Store, project: string): Promise<unknown> =>
  record(store, changeRequest({ project, features: enabling('a') }));

async function registerAndSchedule(store: Store, project: string): Promise<void> {
  await registerProjects(store, project);
  await schedule(store, project);
}

const isFound = async (store: Store, project: string): Promise<boolean> =>
  (await searchIds(store, project, feature('a'))).length > 0;

const CHANGES: Readonly<Record<EventType, Change>> = {
  'project-created': {
    prepare: async () => {},
    make: registerProjects,
    isSeen: hasProject,
  },
  'project-coverage-updated': {
    prepare: registerProjects,
    make: (store, name) => valueOf(store.projects.declareLive(name, BY)),
    isSeen: async (store, name) => (await coverageIn(store, name))?.kind === 'live',
  },
  'project-deleted': {
    prepare: registerAndSchedule,
    make: (store, name) => valueOf(store.projects.delete(name, BY)),
    isSeen: async (store, name) => !(await hasProject(store, name)),
  },
  'strategy-created': { prepare: async () => {}, make: register, isSeen: isThere },
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
      await valueOf(store.strategies.change(name, { kind: 'deprecate' }, BY));
    },
    ...changed({ kind: 'reactivate' }, ({ deprecated }) => !deprecated),
  },
  'strategy-deleted': {
    prepare: register,
    make: (store, name) => valueOf(store.strategies.delete(name, BY)),
    isSeen: async (store, name) => !(await isThere(store, name)),
  },
  'change-request-scheduled': { prepare: registerProjects, make: schedule, isSeen: isFound },
  'change-request-schedule-withdrawn': {
    prepare: registerAndSchedule,
    make: (store, name) => valueOf(store.writer.remove({ projectId: name, id: 1 }, BY)),
    isSeen: async (store, name) => !(await isFound(store, name)),
  },
};

const READS = 6;

/** Reads state and events while it makes the change. A later read must include what an earlier one saw. */
async function assertInOneStep(
  store: Store,
  { prepare, make, isSeen }: Change,
  name: string,
): Promise<void> {
  await prepare(store, name);
  const before = (await allEvents(store)).length;
  const isLogged = async (): Promise<boolean> => (await allEvents(store)).length > before;

  const look = async (): Promise<void> => {
    for (let reads = 0; reads < READS; reads += 1) {
      const wasSeen = await isSeen(store, name);
      const wasLogged = await isLogged();
      assert.ok(wasLogged || !wasSeen, 'the change is not visible before its event');
      if (wasLogged)
        assert.ok(await isSeen(store, name), 'the event is not visible before its change');
    }
  };
  await Promise.all([make(store, name), look()]);
}

/** A change and its event are one atomic step. */
export const eventAtomicityContract: Contract = {
  port: 'EventRepository, atomicity',
  cases: Object.entries(CHANGES).map(([type, change]) => ({
    name: `shows a change and its event together: ${type}`,
    run: async ({ store }) => {
      for (const name of ['a', 'b', 'c', 'd']) await assertInOneStep(store, change, name);
    },
  })),
};
