import { type CallOptions, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import type { SqlSession } from '@forewarn/store-sql';
import { ok, type ResultAsync } from 'neverthrow';
import type { ForecastReader } from '../forecast-reader.ts';
import type { Gone } from '../forecast.ts';
import { forecastIn } from './forecast-in.ts';
import { UNNUMBERED } from './gone-in.ts';

/** The forecasts of any SQL store. */
export function sqlForecasts(session: SqlSession): ForecastReader {
  const { reads } = session;
  return {
    forecast: (query, options) =>
      onceNumbered(session, options, () =>
        toResultAsync(
          session.readLong((db, signal) => forecastIn(db, query, reads, signal), options),
        ),
      ),
  };
}

/** Reads what is gone. Reads it again if one of its events had no id yet. */
export const onceNumbered = <Found extends { readonly gone: readonly Gone[] }>(
  { numberEvents }: Pick<SqlSession, 'numberEvents'>,
  options: CallOptions | undefined,
  read: () => ResultAsync<Found, StoreUnavailable>,
): ResultAsync<Found, StoreUnavailable> =>
  read().andThen((found) =>
    numberEvents !== undefined && found.gone.some(({ event }) => event?.id === UNNUMBERED)
      ? numberEvents(options).andThen(read)
      : ok(found),
  );
