import { type Calls, feature, PROJECT } from '@forewarn/store-contract/writing';
import type { ForecastPorts } from './forecast-ports.ts';

const forecast = { projectIds: [PROJECT], now: 0, limit: 10 };
const interval = {
  environments: ['production'],
  from: 0,
  to: 1e15,
  after: { scheduledAt: 0, projectId: PROJECT, id: 0 },
} as const;

/** The calls of `forecasts.forecast`. */
export const FORECAST_CALLS: Calls<ForecastPorts> = {
  'forecasts.forecast': ({ forecasts }, options) => forecasts.forecast(forecast, options),
  'forecasts.forecast, with filters': ({ forecasts }, options) =>
    forecasts.forecast({ ...forecast, projectIds: [PROJECT, 'none'], ...interval }, options),
  'forecasts.forecast, of those named': ({ forecasts }, options) =>
    forecasts.forecast({ ...forecast, among: { keys: [{ projectId: PROJECT, id: 1 }] } }, options),
  'forecasts.forecast, of those that touch a target': ({ forecasts }, options) =>
    forecasts.forecast(
      { ...forecast, among: { touching: [{ target: feature('a'), from: 0 }] } },
      options,
    ),
  'forecasts.forecast, of one': ({ forecasts }, options) =>
    forecasts.forecast({ ...forecast, only: { projectId: PROJECT, id: 1 } }, options),
};
