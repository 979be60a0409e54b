import {
  at,
  contractOf,
  enabling,
  feature,
  PROJECT,
  recordAll,
} from '@forewarn/store-contract/writing';
import { assertForecastsInEach } from './by-rule.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { archiving, FRIDAY, MONDAY, raising, TUESDAY } from './samples.ts';

/** Forecasts of change requests that a query names. */
export const forecastNamedContract = contractOf<ForecastPorts>('ForecastReader, of those named', {
  'forecasts all that a query names by key, also those that nothing affects': async ({ store }) => {
    const scheduled = [
      archiving(MONDAY, 'a', { id: 1 }),
      raising(FRIDAY, 'a', { id: 2 }),
      raising(FRIDAY, 'a', { id: 2, project: 'bank' }),
      raising(FRIDAY, 'b', { id: 3 }),
      raising(TUESDAY, 'a', { id: 4, schedule: { status: 'failed', scheduledAt: TUESDAY } }),
      raising('2029-01-01T00:00Z', 'a', { id: 5 }),
      raising(TUESDAY, 'a', { id: 6, environment: 'development' }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const keys = scheduled.map(({ project, id }) => ({ projectId: project, id }));
    const missing = [
      { projectId: PROJECT, id: 7 },
      { projectId: 'Shop', id: 1 },
    ];
    await assertForecastsInEach(store, scheduled, [
      { among: { keys: [...keys, ...missing, ...keys] } },
      { among: { keys: keys.slice(2, 4) } },
      { among: { keys: [] } },
      { among: { keys }, environments: ['development'] },
      { among: { keys }, from: Date.parse(TUESDAY), to: Date.parse(FRIDAY) },
    ]);
  },
  'forecasts all that touch what a query names, also those that nothing affects': async ({
    store,
  }) => {
    const both = at(FRIDAY, { id: 3, features: enabling('a', 'b') });
    const scheduled = [
      archiving(MONDAY, 'a', { id: 1 }),
      raising(FRIDAY, 'a', { id: 2 }),
      both,
      raising(FRIDAY, 'b', { id: 4, project: 'bank' }),
      raising(MONDAY, 'b', { id: 5 }),
      raising(TUESDAY, 'a', { id: 6, schedule: { status: 'failed', scheduledAt: TUESDAY } }),
      raising('2029-01-01T00:00Z', 'a', { id: 7 }),
      raising(FRIDAY, 'A', { id: 8 }),
    ];
    await recordAll(store, scheduled, PROJECT, 'bank');
    const [a, b] = [feature('a'), feature('b')];
    const friday = Date.parse(FRIDAY);
    await assertForecastsInEach(
      store,
      scheduled,
      [
        { among: { touching: [{ target: a, from: 0 }] } },
        { among: { touching: [{ target: b, from: friday }] } },
        { among: { touching: [{ target: b, from: friday + 1 }] } },
        { among: { touching: [] } },
        { among: { touching: [a, b, a].map((target) => ({ target, from: 0 })) } },
        { among: { touching: [{ target: b, from: 0, projectId: 'bank' }] } },
        { among: { touching: [{ target: b, from: 0, projectId: 'none' }] } },
        { among: { touching: [{ target: b, from: 0 }] }, environments: ['development'] },
      ],
      [1_000, 1],
    );
  },
});
