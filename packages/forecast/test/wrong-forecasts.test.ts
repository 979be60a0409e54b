import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { type Flaws, inTwoSteps, itRejects } from '../../store-contract/test/it-rejects.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import type { ForecastReader } from '../src/forecast-reader.ts';
import { memoryForecast } from '../src/memory/index.ts';

const WRONG: Flaws<(right: ForecastReader) => ForecastReader['forecast']> = {
  'ForecastReader, atomicity': [
    'reads the candidates before their causes',
    (right) => (query) =>
      inTwoSteps(right.forecast(query), ({ candidates }) =>
        toResultAsync(right.forecast(query)).map((after) => ({ ...after, candidates })),
      ),
  ],
};

itRejects(forecastingContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryForecast]);
  const forecasts = { forecast: spoil(right.forecasts) };
  return { store: { ...right, forecasts }, release: () => right.close() };
});
