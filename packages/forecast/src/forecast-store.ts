import type { ForecastReader } from './forecast-reader.ts';

/** The port that forecasts add to a store. */
export interface ForecastStore {
  readonly forecasts: ForecastReader;
}
