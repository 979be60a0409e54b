/**
 * Forecasts in a service.
 *
 * @module @forewarn/forecast/service
 */
import type { Authorizer } from '@forewarn/core';
import type { HttpCapability } from '@forewarn/http/capability';
import type { Hiding } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import type { ForecastStore } from '../forecast-reader.ts';
import { makeForecastUseCases } from '../forecasts.ts';
import { httpForecast } from '../http/index.ts';
import { countForecasts } from './forecast-counts.ts';
import { inBackground } from './in-background.ts';

/** What the service gives. */
interface Given<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  readonly origins?: Hiding['origins'];
  /** Without the port of forecasts, there are none. */
  readonly store: Pick<Store, 'projects' | 'reader' | 'names'> & Partial<ForecastStore>;
  readonly settings: { readonly maxDataAgeMs?: number | undefined };
  readonly log: { error(details: object, message: string): void };
  /** Makes a gauge of the metrics, which reads its values by label. */
  readonly gauge: (
    about: typeof FORECAST_GAUGE,
    read: () => ReadonlyMap<string, number> | undefined,
  ) => void;
  /** Wraps each use case in a span with its name. */
  readonly traced: <Cases extends object>(useCases: Cases) => Cases;
}

/** The metric of forecasts, which are counted in the background, and only while something reads the metrics. */
export const FORECAST_GAUGE = {
  name: 'forewarn_forecast_change_requests',
  help: 'Scheduled change requests that will not go as planned, by forecast. Absent while unknown; counted at most once a minute.',
  label: 'forecast',
} as const;

/** Forecasts, for the list of a service. */
export const forecast = {
  sql: async () => (await import('../sql/index.ts')).sqlForecast,
  memory: async () => (await import('../memory/index.ts')).memoryForecast,
  settings: {},
  partsOf: <Credentials>(given: Given<Credentials>): { readonly http: HttpCapability } => {
    const { authorizer, origins, settings, log, gauge, traced } = given;
    // One by one: those of a host's class can be getters, which a spread leaves out.
    const { forecasts, projects, reader, names } = given.store;
    if (forecasts === undefined) return { http: { routes: [] } };
    const { maxDataAgeMs } = settings;
    const ports = { forecasts, projects, reader, names, origins, maxDataAgeMs };
    const counted = inBackground(async () => {
      try {
        return await countForecasts(ports);
      } catch (error) {
        log.error({ err: error }, 'bug in the count of forecasts');
        return undefined;
      }
    });
    gauge(FORECAST_GAUGE, counted);
    return { http: httpForecast(traced(makeForecastUseCases({ ...ports, authorizer }))) };
  },
};
