import {
  at,
  contractOf,
  enabling,
  holdsFor,
  recordAll,
  registerProjects,
} from '@forewarn/store-contract/writing';
import { assertForecastsByRule, assertForecastsInEach, type ForecastsAsked } from './by-rule.ts';
import type { ForecastPorts } from './forecast-ports.ts';
import { arbitrarySchedule, FORECAST_AT, whileRecorded } from './arbitrary-schedule.ts';
import { archiving, changing, depending, FRIDAY, MONDAY, releasing, TUESDAY } from './samples.ts';
import { assertVictimsOf } from './victims.ts';

const RUNS = 5;
const PROJECTS = ['a', 'A', '_'];

const QUERIES: readonly ForecastsAsked[] = [
  { projectIds: PROJECTS, environments: ['production'] },
  { projectIds: ['A', '_'], from: FORECAST_AT + 3_600_000, to: FORECAST_AT + 10 * 86_400_000 },
  { projectIds: PROJECTS, now: FORECAST_AT + 3_600_000 },
];

export const forecastRuleContract = contractOf<ForecastPorts>('ForecastReader, against the rule', {
  'finds exactly what `forecastOf` finds, on generated schedules': async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    await holdsFor(RUNS, arbitrarySchedule(...PROJECTS), (scheduled) =>
      whileRecorded(store, scheduled, async () => {
        await assertForecastsInEach(store, scheduled, [{}], [1_000]);
        await assertForecastsByRule(store, scheduled, QUERIES);
      }),
    );
  },
  'knows that what a later one needs to be removed may stay': async ({ store }) => {
    const released = changing('child', releasing('parent'));
    const [archived, removal, refused] = [
      archiving(MONDAY, 'other', { id: 1, project: 'a' }),
      at(TUESDAY, { id: 2, project: 'A', features: [...released, ...enabling('other')] }),
      archiving(FRIDAY, 'parent', { id: 3, project: '_' }),
    ];
    await recordAll(store, [archived, removal, refused], ...PROJECTS);
    await assertForecastsInEach(store, [archived, removal, refused], [{}], [1, 1_000]);
    await assertVictimsOf(store, removal, [archived, removal, refused]);
  },
  'knows what may undo a dependency that only its child shows': async ({ store }) => {
    const [made, undone, refused] = [
      at(MONDAY, { id: 1, project: 'a', features: changing('child', depending('parent')) }),
      archiving(TUESDAY, 'child', { id: 2, project: 'A' }),
      archiving(FRIDAY, 'parent', { id: 3, project: '_' }),
    ];
    await recordAll(store, [made, undone, refused], ...PROJECTS);
    await assertForecastsInEach(store, [made, undone, refused], [{}], [1, 1_000]);
    await assertVictimsOf(store, made, [made, undone, refused]);
  },
});
