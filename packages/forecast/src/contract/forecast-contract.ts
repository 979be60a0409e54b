import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  at,
  BY,
  check,
  type Contract,
  contractOf,
  enabling,
  fillForReads,
  interruptionContract,
  LIVE,
  LOOK_ALIKE_NAMES,
  NONE,
  PROJECT,
  record,
  recordAll,
  stubbornChangeRequest,
  times,
  unscheduled,
  valueOf,
} from '@forewarn/store-contract/writing';
import { assertForecastsByRule, assertForecastsInEach, brokenIn, forecastFrom } from './by-rule.ts';
import { forecastBoundsContracts } from './forecast-bounds-contract.ts';
import { FORECAST_CALLS } from './forecast-calls.ts';
import { forecastPageContracts } from './forecast-page-contract.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { forecastRuleContract } from './forecast-rule-contract.ts';
import {
  ARCHIVE,
  archiving,
  changing,
  depending,
  FRIDAY,
  MONDAY,
  raising,
  releasing,
  THURSDAY,
  TUESDAY,
  updating,
} from './samples.ts';

const forecastContract = contractOf<ForecastPorts>('ForecastReader', {
  'finds the causes of causes, however many': async ({ store }) => {
    // Every other one is suspended, since the one before is not.
    const scheduled = times(9, (id) =>
      at(new Date(Date.parse(MONDAY) + id).toISOString(), {
        id,
        project: `p${id}`,
        features: changing(`f${id}`, updating(`s${id}`), updating(`s${id + 1}`)),
      }),
    );
    await recordAll(store, scheduled, ...scheduled.map(({ project }) => project));
    await assertForecastsInEach(store, scheduled);
    const found = await brokenIn(store, { projectIds: ['p7', 'p8'] });
    assert.deepEqual(found, ['p7 7 suspended', 'p8 8 unknown']);
  },
  'finds the later one that removes the dependency that an earlier one needs gone': async ({
    store,
  }) => {
    const scheduled = [
      at(MONDAY, { id: 1, features: changing('parent', depending('b')) }),
      at(FRIDAY, { id: 2, project: 'bank', features: changing('child', releasing('parent')) }),
      at(MONDAY, { id: 3, features: changing('c', depending('child')) }),
      at(TUESDAY, { id: 4, features: changing('child', ARCHIVE) }),
      at(FRIDAY, { id: 5, features: changing('a', depending('b')) }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    await assertForecastsInEach(store, scheduled, [{}, { to: Date.parse(TUESDAY) }]);
  },
  'finds what changes the parent of a feature before a later one removes the dependency': async ({
    store,
  }) => {
    const ways = [
      archiving(MONDAY, 'child0'),
      at(MONDAY, { features: changing('child1', depending('other')) }),
      at(THURSDAY, { features: changing('child2', depending('parent2')) }),
    ];
    const scheduled = ways.flatMap((way, index) => [
      at(TUESDAY, { id: index, features: changing(`parent${index}`, depending('p')) }),
      { ...way, id: 10 + index, project: 'bank' },
      at(FRIDAY, {
        id: 20 + index,
        project: 'bank',
        features: changing(`child${index}`, releasing(`parent${index}`)),
      }),
    ]);
    await recordAll(store, scheduled, PROJECT, 'bank');
    await assertForecastsInEach(store, scheduled);
    const broken = ways.map((_, index) => `${PROJECT} ${index} unknown`);
    assert.deepEqual(await brokenIn(store, { projectIds: [PROJECT] }), broken);
  },
  'applies each filter to what it forecasts, and none to the causes': async ({ store }) => {
    const environments = ['production', 'Production', 'staging'];
    const scheduled = environments.flatMap((environment, index) => [
      archiving(MONDAY, `f${index}`, { id: index, environment: 'staging', project: 'bank' }),
      ...[TUESDAY, FRIDAY].map((time, nth) =>
        raising(time, `f${index}`, { id: 10 * (nth + 1) + index, environment }),
      ),
    ]);
    await recordAll(store, scheduled, PROJECT, 'bank');
    const [monday, tuesday, friday] = [MONDAY, TUESDAY, FRIDAY].map((time) => Date.parse(time));
    await assertForecastsInEach(store, scheduled, [
      { environments: [] },
      ...environments.map((each) => ({ environments: [each] })),
      { environments: ['production', 'staging', 'test'], from: tuesday },
      { from: tuesday },
      { from: (tuesday ?? 0) + 1 },
      { to: friday },
      { to: (friday ?? 0) + 1 },
      { from: friday, to: tuesday },
      { from: monday, to: friday, environments: ['Production'] },
    ]);
  },
  'forecasts what is replaced as it is now, and forgets what is removed': async ({ store }) => {
    const harmless = at(MONDAY, { id: 1, features: enabling('a') });
    const victim = raising(FRIDAY, 'a', { id: 2 });
    await recordAll(store, [harmless, victim], PROJECT);
    const versions: readonly ScheduledChangeRequest[] = [
      archiving(MONDAY, 'a'),
      archiving(MONDAY, 'b'),
      archiving(MONDAY, 'a', { schedule: { status: 'suspended', scheduledAt: MONDAY } }),
      archiving(FRIDAY, 'a'),
      archiving('2030-02-01T00:00:00Z', 'a'),
      archiving(MONDAY, 'a'),
    ];
    for (const version of versions) {
      await record(store, version);
      await assertForecastsByRule(store, [version, victim], [{ projectIds: [PROJECT] }]);
    }
    await record(store, archiving('2030-02-01T00:00:00Z', 'c', { id: 2 }));
    await record(store, victim);
    await valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
    await assertForecastsByRule(store, [victim], [{ projectIds: [PROJECT] }]);
    assert.deepEqual(await brokenIn(store, { projectIds: [PROJECT] }), []);
  },
  'forecasts only one, and returns it whatever its schedule is': async ({ store }) => {
    const scheduled = [
      archiving(MONDAY, 'a', { id: 1 }),
      raising(FRIDAY, 'a', { id: 2 }),
      raising(FRIDAY, 'a', { id: 2, project: 'bank' }),
      raising(FRIDAY, 'a', { id: 3 }),
      raising(TUESDAY, 'a', { id: 4, schedule: { status: 'failed', scheduledAt: TUESDAY } }),
      raising('2029-01-01T00:00Z', 'a', { id: 5 }),
      { ...unscheduled({ id: 6 }), features: changing('a', ARCHIVE) },
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const keys = scheduled.map(({ project, id }) => ({ projectId: project, id }));
    await assertForecastsByRule(
      store,
      scheduled,
      keys.map((only) => ({ projectIds: [only.projectId], only })),
      [1],
    );
    for (const only of keys) {
      const found = await forecastFrom(store, { projectIds: [only.projectId], only, limit: 1 });
      const isThere = found.scheduled.some(
        ({ project, id }) => project === only.projectId && id === only.id,
      );
      assert.deepEqual([only, isThere], [only, true]);
    }
    for (const only of [
      { projectId: PROJECT, id: 7 },
      { projectId: 'bank', id: 2 },
      { projectId: 'Shop', id: 1 },
    ]) {
      const found = await forecastFrom(store, { projectIds: [PROJECT], only, limit: 1 });
      assert.deepEqual([found.candidates, found.next], [[], undefined]);
    }
  },
  'returns the projects of the query, in byte order, and each coverage of all once': async ({
    store,
  }) => {
    assert.deepEqual((await forecastFrom(store, { projectIds: [] })).coverages, []);
    await recordAll(store, [archiving(MONDAY, 'a', { project: 'b' })], 'b', 'B', '\ue000', '😀');
    const all = ['B', 'b', '\ue000', '😀'];
    for (const projectIds of [[], ['none', 'b'], all.toReversed()]) {
      const { projects, coverages } = await forecastFrom(store, { projectIds });
      const expected = all
        .filter((id) => projectIds.includes(id))
        .map((projectId) => ({ projectId, coverage: projectId === 'b' ? LIVE : NONE }));
      assert.deepEqual(projects, expected);
      assert.deepEqual(coverages, [LIVE, NONE]);
    }
  },
  'compares projects, environments and targets byte for byte': async ({ store }) => {
    const names = ['prod', 'Prod', 'prod ', '%', '_rod', 'é', 'e\u0301'];
    const causes = LOOK_ALIKE_NAMES.map((name, id) => archiving(MONDAY, name, { id }));
    const victims = names.map((name) =>
      raising(FRIDAY, 'a', { project: name, environment: name, id: 1 }),
    );
    const all = at(TUESDAY, { id: 1_000, features: enabling(...LOOK_ALIKE_NAMES) });
    const scheduled = [...causes, ...victims, all];
    await recordAll(store, scheduled, PROJECT, ...names);
    await assertForecastsByRule(
      store,
      scheduled,
      [
        { projectIds: [PROJECT], from: Date.parse(TUESDAY) },
        ...names.map((name) => ({ projectIds: [name] })),
        ...names.map((name) => ({ projectIds: names, environments: [name] })),
        ...names.map((name) => ({ projectIds: [name], only: { projectId: name, id: 1 } })),
      ],
      [1_000],
    );
  },
  'returns change requests as they were put': async ({ store }) => {
    const { id, features } = stubbornChangeRequest;
    const stubborn = at(FRIDAY, { id, features });
    await recordAll(store, [archiving(MONDAY, 'a'), stubborn], PROJECT);
    const { scheduled } = await forecastFrom(store, { projectIds: [PROJECT] });
    const found = scheduled.find((each) => each.id === id);
    assert.equal(JSON.stringify(found), JSON.stringify(stubborn));
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await recordAll(store, [archiving(MONDAY, 'a'), raising(FRIDAY, 'a', { id: 2 })], PROJECT);
    await check.returnsCopies(() => forecastFrom(store, { projectIds: [PROJECT] }));
  },
});
/** The promises of forecasts, for stores that implement only that port. */
export const forecastContracts: readonly Contract<ForecastPorts>[] = [
  forecastContract,
  ...forecastPageContracts,
  ...forecastBoundsContracts,
  forecastRuleContract,
  interruptionContract(
    forecastContract.port,
    { calls: FORECAST_CALLS, fill: fillForReads },
    (store) => forecastFrom(store, { projectIds: [PROJECT] }),
  ),
];
