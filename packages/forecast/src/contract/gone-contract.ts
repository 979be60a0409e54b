import assert from 'node:assert/strict';
import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { BUILT_IN_STRATEGY_DEFINITIONS, type CompleteNames } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import {
  at,
  BY,
  complete,
  type Contract,
  contractOf,
  holdsFor,
  importAll,
  LOOK_ALIKE_NAMES,
  PROJECT,
  projectContractOf,
  record,
  recordAll,
  registerProjects,
  strategyDefinition,
  strategyEntries,
  times,
  using,
  valueOf,
} from '@forewarn/store-contract/writing';
import * as fc from 'fast-check';
import type { Gone } from '../forecast.ts';
import { assertForecastsByRule, assertForecastsInEach, brokenIn, forecastFrom } from './by-rule.ts';
import type { ForecastingPorts, ForecastPorts } from './forecast-ports.ts';
import { goneByRule } from './gone-by-rule.ts';
import { arbitrarySchedule, FORECAST_AT } from './arbitrary-schedule.ts';
import { changing, FRIDAY, MONDAY, TUESDAY } from './samples.ts';

const OTHER = 'bank';
const PROJECTS = [PROJECT, OTHER];
const EARLY = '2026-11-21T10:42:00.000Z';
const LATE = '2026-11-21T10:43:00.000Z';
/** Later than anything that a case adds. */
const FUTURE = '2100-01-01T00:00:00.000Z';

/** Returns a change request that adds strategies of some definitions. */
const adding = (
  scheduledAt: string,
  definitions: readonly string[],
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  using(definitions, { schedule: { status: 'pending', scheduledAt }, ...given });

const deleteDefinition = ({ strategies }: Pick<Store, 'strategies'>, name: string): Promise<void> =>
  valueOf(strategies.delete(name, BY));

const goneOf = async (store: ForecastPorts): Promise<readonly Gone[]> =>
  (await forecastFrom(store, { projectIds: PROJECTS })).gone;

/** The forecasts that are not as planned. */
const broken = (store: ForecastPorts) => brokenIn(store, { projectIds: PROJECTS });

/** Registers a definition and deletes it. Returns what is gone then. */
async function registerAndDelete(
  store: Pick<Store, 'strategies' | 'events'>,
  name: string,
): Promise<Gone> {
  await valueOf(store.strategies.register(strategyDefinition(name), BY));
  await deleteDefinition(store, name);
  const [last] = (await valueOf(store.events.list({ limit: 1 }))).events;
  assert.ok(last?.type === 'strategy-deleted');
  const { id, type, createdAt, createdBy } = last;
  const target = { kind: 'strategyDefinition', name } as const;
  return { target, removals: ['delete'], event: { id, type, createdAt, createdBy } };
}

/** What is gone after a delete. */
const deletedContract = projectContractOf<ForecastingPorts>(
  'ForecastReader, without what was deleted',
  {
    'finds each that needs a deleted strategy definition, with the event, in pages': async ({
      store,
    }) => {
      await registerProjects(store, OTHER);
      const scheduled = [
        adding(MONDAY, ['default'], { id: 1 }),
        ...times(5, (id) => adding(FRIDAY, ['region', 'kept'], { id: 10 + id, project: OTHER })),
        adding(TUESDAY, ['other'], { id: 2 }),
        adding(TUESDAY, ['region'], { id: 3 }),
      ];
      for (const each of scheduled) await record(store, each);
      await valueOf(store.strategies.register(strategyDefinition('kept'), BY));
      const gone = [await registerAndDelete(store, 'region')];
      await assertForecastsInEach(
        store,
        scheduled,
        [{}, { from: Date.parse(TUESDAY) + 1 }],
        undefined,
        gone,
      );
      const only = { projectId: PROJECT, id: 3 };
      const found = await forecastFrom(store, { projectIds: [PROJECT], only });
      assert.deepEqual(found.gone, gone);
    },
    'compares the names of what is gone byte for byte': async ({ store }) => {
      const name = 'Region';
      const others = [...new Set(['region', ...LOOK_ALIKE_NAMES])];
      const scheduled = [name, ...others].map((each, id) => adding(FRIDAY, [each], { id }));
      for (const each of scheduled) await record(store, each);
      await registerAndDelete(store, name);
      assert.deepEqual(await broken(store), [`${PROJECT} 0 fails`]);
    },
    'finds nothing gone that was never there, is built in or is there again': async ({ store }) => {
      const builtIn = BUILT_IN_STRATEGY_DEFINITIONS[0]?.name ?? '';
      const names = ['never', builtIn, 'region', 'imported'];
      for (const [id, name] of names.entries()) await record(store, adding(FRIDAY, [name], { id }));
      await registerAndDelete(store, 'region');
      await registerAndDelete(store, 'imported');
      assert.deepEqual(await broken(store), [`${PROJECT} 2 fails`, `${PROJECT} 3 fails`]);
      await valueOf(store.strategies.register(strategyDefinition('region'), BY));
      await importAll(store, strategyEntries([strategyDefinition('imported')]));
      assert.deepEqual(await broken(store), []);
      await deleteDefinition(store, 'region');
      const last = await registerAndDelete(store, 'region');
      assert.deepEqual(await goneOf(store), [last]);
    },
    'finds what a change request names after the delete': async ({ store }) => {
      await registerAndDelete(store, 'region');
      await record(store, adding(FRIDAY, ['region']));
      assert.deepEqual(await broken(store), [`${PROJECT} 1 fails`]);
    },
  },
);

const subset = (...names: readonly string[]) => fc.subarray([...names]);
const lists: fc.Arbitrary<CompleteNames['lists']> = fc.record(
  {
    feature: subset('a', 'A', 'b', '_'),
    archivedFeature: subset('a', 'A', 'b', '_'),
    strategy: subset('s', 'S', 't'),
    segment: subset('1', '10'),
    environment: subset('production', 'Production', 'staging'),
    strategyDefinition: subset('default', 'other'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const RUNS = 8;

const replace = (
  { names }: ForecastingPorts,
  own: Partial<CompleteNames> & Pick<CompleteNames, 'lists'>,
): Promise<void> => valueOf(names.replace({ projectId: PROJECT, asOf: EARLY, ...own }));

const enabling: Change = { action: 'updateEnabled' };
const flag = (name: string, id: number): ScheduledChangeRequest =>
  at(FRIDAY, { id, features: changing(name, enabling) });

const addFeature = ({ names }: ForecastingPorts, value: string, areNew: boolean): Promise<void> =>
  valueOf(names.add(PROJECT, [{ kind: 'feature', value }], { areNew }));

/** What the lists of names lack. */
const missingContract: Contract<ForecastingPorts> = contractOf<ForecastingPorts>(
  'NameRepository, what is missing',
  {
    'finds what the names of a project lack, on generated schedules': async ({ store }) => {
      await registerProjects(store, ...PROJECTS);
      const sample = fc.tuple(arbitrarySchedule(...PROJECTS), lists, lists, lists);
      let day = 0;
      await holdsFor(RUNS, sample, async ([scheduled, first, second, third]) => {
        await Promise.all(scheduled.map((each) => record(store, each)));
        const registered = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
        let known: readonly CompleteNames[] = PROJECTS.map((projectId) => ({
          projectId,
          asOf: EARLY,
          lists: {},
        }));
        for (const [projectId, some] of [
          [PROJECT, first],
          [OTHER, second],
          [PROJECT, third],
        ] as const) {
          day += 1;
          const asOf = new Date(Date.parse(EARLY) + day * 86_400_000).toISOString();
          // All lists of the project, so that none is left of the sample before.
          const names = { projectId, asOf, lists: { ...ALL_LISTS, ...some } };
          await replace(store, names);
          known = known.map((each) => (each.projectId === projectId ? names : each));
        }
        const gone = goneByRule(scheduled, known, registered);
        await assertForecastsInEach(store, scheduled, [{}], undefined, gone);
        await assertForecastsByRule(
          store,
          scheduled,
          [{ projectIds: PROJECTS, environments: ['staging'], from: FORECAST_AT + 3_600_000 }],
          [2],
          gone,
        );
        await Promise.all(
          scheduled.map(({ project, id }) => store.writer.remove({ projectId: project, id }, BY)),
        );
      });
    },
    'finds nothing missing without a list, and cannot tell archived from deleted without theirs':
      async ({ store }) => {
        await recordAll(store, [flag('sale', 1)], PROJECT, OTHER);
        await replace(store, { lists: { segment: [] } });
        assert.deepEqual(await goneOf(store), []);
        await replace(store, { lists: { feature: ['other'] } });
        const target = { kind: 'feature', name: 'sale' } as const;
        const missing = { target, projectId: PROJECT, asOf: EARLY };
        assert.deepEqual(await goneOf(store), [
          { ...missing, removals: ['archive', 'delete', 'move'] },
        ]);
        await replace(store, { projectId: OTHER, lists: { feature: ['sale'] } });
        assert.deepEqual(await goneOf(store), [{ ...missing, removals: ['move'] }]);
        await valueOf(store.projects.delete(PROJECT, BY));
        await recordAll(store, [flag('sale', 1)], PROJECT);
        assert.deepEqual(await goneOf(store), []);
      },
    'finds it again in a later list, and not in an older one': async ({ store }) => {
      await recordAll(store, [flag('sale', 1)], PROJECT);
      await replace(store, { asOf: LATE, lists: { feature: ['sale'], archivedFeature: ['sale'] } });
      assert.deepEqual(await broken(store), [`${PROJECT} 1 suspended`]);
      await replace(store, { lists: { feature: ['sale'], archivedFeature: [] } });
      assert.deepEqual(await broken(store), [`${PROJECT} 1 suspended`]);
      await replace(store, { asOf: LATE, lists: { archivedFeature: [] } });
      assert.deepEqual(await broken(store), []);
    },
    'finds a feature again that a new change request names': async ({ store }) => {
      await recordAll(store, [flag('sale', 1), flag('old', 2)], PROJECT);
      await replace(store, { lists: { feature: ['old'], archivedFeature: ['old'] } });
      for (const name of ['sale', 'old']) await addFeature(store, name, false);
      const all = [`${PROJECT} 1 fails`, `${PROJECT} 2 suspended`];
      assert.deepEqual(await broken(store), all);
      for (const name of ['sale', 'old']) await addFeature(store, name, true);
      assert.deepEqual(await broken(store), []);
      await replace(store, { asOf: FUTURE, lists: { feature: ['old'], archivedFeature: ['old'] } });
      assert.deepEqual(await broken(store), all);
    },
    'keeps what was added after the time of a list': async ({ store }) => {
      await registerProjects(store, PROJECT);
      await replace(store, { lists: { feature: [] } });
      await record(store, flag('sale', 1));
      await addFeature(store, 'sale', true);
      await replace(store, { asOf: LATE, lists: { feature: ['other'] } });
      assert.deepEqual(await goneOf(store), []);
      await replace(store, { asOf: FUTURE, lists: { feature: ['other'], archivedFeature: [] } });
      assert.deepEqual(await broken(store), [`${PROJECT} 1 fails`]);
    },
    'finds nothing missing that may be newer than the names': async ({ store }) => {
      await registerProjects(store, PROJECT);
      const entries = [{ kind: 'scheduled', changeRequest: flag('sale', 1) } as const];
      await importAll(store, [...entries, complete(PROJECT, 'import', LATE)]);
      await replace(store, { lists: { feature: [] } });
      assert.deepEqual(await goneOf(store), []);
      await replace(store, { asOf: LATE, lists: { feature: [] } });
      assert.equal((await goneOf(store)).length, 1);
      await importAll(store, [...entries, complete(PROJECT, 'import', FUTURE)]);
      await replace(store, { asOf: LATE, lists: { feature: ['sale'] } });
      assert.deepEqual(await goneOf(store), []);
    },
    'finds a strategy definition missing that neither a list nor the store has': async ({
      store,
    }) => {
      const names = ['listed', 'registered', 'missing'];
      const scheduled = names.map((name, id) => adding(FRIDAY, [name], { id }));
      await recordAll(store, scheduled, PROJECT);
      await valueOf(store.strategies.register(strategyDefinition('registered'), BY));
      await replace(store, { lists: { strategyDefinition: ['listed'] } });
      assert.deepEqual(await broken(store), [`${PROJECT} 2 fails`]);
      await valueOf(
        store.names.add(PROJECT, [{ kind: 'strategyDefinition', value: 'missing' }], {
          areNew: true,
        }),
      );
      assert.deepEqual(await broken(store), [`${PROJECT} 2 fails`]);
      await valueOf(store.strategies.register(strategyDefinition('missing'), BY));
      assert.deepEqual(await broken(store), []);
    },
  },
);

const ALL_LISTS: CompleteNames['lists'] = {
  feature: [],
  archivedFeature: [],
  strategy: [],
  segment: [],
  environment: [],
  strategyDefinition: [],
};

/** The promises of what is gone, for any store. */
export const goneContracts: readonly Contract<ForecastingPorts>[] = [
  deletedContract,
  missingContract,
];
