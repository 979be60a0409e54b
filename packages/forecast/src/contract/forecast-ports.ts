import type { StoreWithNames } from '@forewarn/store';
import type { FilledPorts } from '@forewarn/store-contract/writing';
import type { ForecastStore } from '../forecast-reader.ts';

/** The ports that `forecastContracts` need: the forecasts under test, and writes that fill the store. */
export interface ForecastPorts extends FilledPorts, ForecastStore {}

/** The ports that `goneContracts` need: those of a store with names and forecasts. */
export type ForecastingPorts = StoreWithNames & ForecastStore;
