import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ForecastStore } from '@forewarn/forecast';
import { memoryForecast } from '@forewarn/forecast/memory';
import type { StoreWithNames } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { forecastWorld } from '../../forecast/test/forecast-world.ts';
import type { readers } from '../../impact/test/samples.ts';
import { memoryWhatIf } from '../src/memory/index.ts';
import type { WhatIfStore } from '../src/what-if-reader.ts';

/** The ports of forecasts and previews, over the live projects `shop` and `bank`, in memory. */
export async function whatIfWorld(
  scheduled: readonly ScheduledChangeRequest[],
): Promise<StoreWithNames & ForecastStore & WhatIfStore & { readonly authorizer: typeof readers }> {
  return forecastWorld(scheduled, createMemoryStore({}, [memoryForecast, memoryWhatIf]));
}
