import { createMemoryStore } from '@forewarn/store-memory';
import { expect, test } from 'vitest';
import { changeRequest, times } from '../../core/test/samples.ts';
import { recordMany } from '../../store-contract/src/suite/store-calls.ts';
import { MAX_FORECAST_READ } from '../src/forecast-reader.ts';
import { memoryForecast } from '../src/memory/index.ts';
import { archive, at, FRIDAY, MONDAY, NOW, rollout, WEDNESDAY } from './forecast-samples.ts';

test('what comes later cuts no forecast, however much it is', async () => {
  const store = createMemoryStore({}, [memoryForecast]);
  const { project } = changeRequest({});
  const later = times(MAX_FORECAST_READ, (index) => at(FRIDAY, index + 3, 'checkout', [archive]));
  const planned = [at(MONDAY, 1, 'checkout', [archive]), at(WEDNESDAY, 2, 'checkout', [rollout])];
  await recordMany(store, [...planned, ...later], project);

  const only = { projectId: project, id: 2 };
  const query = { projectIds: [project], now: NOW, limit: 1, only };
  const { scheduled, isCut } = (await store.forecasts.forecast(query))._unsafeUnwrap();

  expect(isCut).toBeUndefined();
  expect(new Set(scheduled.map(({ id }) => id))).toEqual(new Set([1, 2]));
});
