/**
 * The promises of forecasts, for any store.
 *
 * @module @forewarn/forecast/contract
 */
import type { Contract } from '@forewarn/store-contract';
import { closedCase, contractOf, fillForReads } from '@forewarn/store-contract/writing';
import { forecastAtomicityContract } from './forecast-atomicity-contract.ts';
import { FORECAST_CALLS } from './forecast-calls.ts';
import { forecastContracts } from './forecast-contract.ts';
import { forecastEnvironmentsContract } from './forecast-gaps-contract.ts';
import type { ForecastingPorts } from './forecast-ports.ts';
import { goneContracts } from './gone-contract.ts';

export { forecastContracts } from './forecast-contract.ts';
export { arbitrarySchedule, whileRecorded } from './arbitrary-schedule.ts';
export { archiving, changing, FRIDAY, MONDAY, raising, TUESDAY, updating } from './samples.ts';
export type { ForecastingPorts, ForecastPorts } from './forecast-ports.ts';

/** All promises of forecasts, for stores that have names. */
export const forecastingContracts: readonly Contract<ForecastingPorts>[] = [
  ...forecastContracts,
  contractOf<ForecastingPorts>(
    'ForecastReader, closed',
    closedCase<ForecastingPorts>({ calls: FORECAST_CALLS, fill: fillForReads }),
  ),
  ...goneContracts,
  forecastEnvironmentsContract,
  forecastAtomicityContract,
];
