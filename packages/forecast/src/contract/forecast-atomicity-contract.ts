import assert from 'node:assert/strict';
import { listingPlaceOf } from '@forewarn/record';
import {
  at,
  BY,
  contractOf,
  importAll,
  lookWhile,
  PROJECT,
  registerProjects,
  scheduledEntries,
  times,
  valueOf,
} from '@forewarn/store-contract/writing';
import { forecastOf } from '../forecast-of.ts';
import { MAX_EFFECTIVE } from '../forecast.ts';
import { assertForecastsByRule, forecastFrom } from './by-rule.ts';
import type { ForecastingPorts } from './forecast-ports.ts';
import { FORECAST_AT } from './arbitrary-schedule.ts';
import { archiving, raising } from './samples.ts';

const PROJECTS = ['p', 'q'];
const TIMES = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z'] as const;

/** Two change requests of two projects, of which one archives what the other changes, and the one swaps places with the other. */
const swappedPlans = (round: number) =>
  PROJECTS.map((project, index) => {
    const isCause = (index + round) % 2 === 0;
    return isCause ? archiving(TIMES[0], 'a', { project }) : raising(TIMES[1], 'a', { project });
  });

/** Forecasts that are of one moment. */
export const forecastAtomicityContract = contractOf<ForecastingPorts>('ForecastReader, atomicity', {
  'finds one cause and one victim while a putAll swaps them': async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    await valueOf(store.writer.putAll(swappedPlans(0), BY));
    const look = async (): Promise<void> => {
      const { candidates, scheduled } = await forecastFrom(store, { projectIds: PROJECTS });
      const places = new Set(scheduled.map((each) => JSON.stringify(listingPlaceOf(each))));
      for (const place of candidates) assert.ok(places.has(JSON.stringify(place)), 'is as it was');
      const forecasts = forecastOf(scheduled, { now: FORECAST_AT });
      assert.deepEqual(
        forecasts.map(({ forecast }) => forecast),
        ['as-planned', 'suspended'],
      );
    };
    const move = (round: number) => valueOf(store.writer.putAll(swappedPlans(round + 1), BY));
    await lookWhile(move, look);
  },
  'has the soonest thousand that change what is changed, and says if there are more': async ({
    store,
  }) => {
    const causes = times(MAX_EFFECTIVE + 2, (id) =>
      at(new Date(Date.parse(TIMES[0]) + 1_000 * id).toISOString(), {
        id,
        project: id % 2 === 0 ? 'p' : 'q',
        features: [{ name: 'a', changes: [{ action: 'startMilestone' }] }],
      }),
    );
    const victims = times(2, (id) => raising(TIMES[1], 'a', { id: 10_000 + id }));
    const scheduled = [...causes, ...victims];
    await importAll(store, scheduledEntries(scheduled));
    const from = Date.parse(TIMES[1]);
    await assertForecastsByRule(store, scheduled, [{ projectIds: [PROJECT], from }], [1_000]);
  },
});
