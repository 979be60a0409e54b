import { toResultAsync } from '@forewarn/core';
import type { SqlSession } from '@forewarn/store-sql';
import { ok } from 'neverthrow';
import type { ForecastReader } from '../forecast-reader.ts';
import { forecastIn } from './forecast-in.ts';
import { UNNUMBERED } from './gone-in.ts';

/** The forecasts of any SQL store. */
export function sqlForecasts(session: SqlSession): ForecastReader {
  const { reads, numberEvents } = session;
  const forecast: ForecastReader['forecast'] = (query, options) =>
    session.readLong((db, signal) => forecastIn(db, query, reads, signal), options);
  return {
    forecast: (query, options) =>
      toResultAsync(forecast(query, options)).andThen((found) =>
        numberEvents !== undefined && found.gone.some(({ event }) => event?.id === UNNUMBERED)
          ? numberEvents(options).andThen(() => toResultAsync(forecast(query, options)))
          : ok(found),
      ),
  };
}
