/**
 * Forecasts over HTTP.
 *
 * @module @forewarn/forecast/http
 */
import { type HttpCapability, routesOf } from '@forewarn/http/capability';
import type { ForecastUseCases } from '../forecasts.ts';
import { forecastRoutes } from './forecast-routes.ts';

export { forecastFields, forecastSchema, forecastWithBreaksSchema } from './forecast-schema.ts';

/** Adds forecasts to the admin API. */
export const httpForecast = <Credentials>(
  useCases: ForecastUseCases<Credentials>,
): HttpCapability => ({
  routes: routesOf(forecastRoutes, useCases as ForecastUseCases<unknown>),
});
