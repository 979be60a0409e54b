import type { Client, Forecast, ForecastPage, Outcome } from '@forewarn/client';
import { by } from '@forewarn/impact';
import type { ForecastReport } from '../../src/forecast/ask-forecasts.ts';

/** A change that archives "checkout" before another one updates its strategy. */
export const archived: Forecast['causes'][number] = {
  project: 'shop',
  id: 12,
  environment: 'production',
  title: 'Retire it',
  schedule: { status: 'pending', scheduledAt: '2027-01-11T07:00:00+01:00' },
  path: 'features[0].changes[0]',
  action: 'archiveFeature',
  feature: 'checkout',
  touch: { path: 'features[0].changes[1]', action: 'updateStrategy', feature: 'checkout' },
  consequence: by('feature-archived'),
};

/** A change request that will be suspended. */
export const suspended: Forecast = {
  project: 'shop',
  id: 15,
  environment: 'production',
  title: 'Checkout for all',
  schedule: { status: 'pending', scheduledAt: '2027-01-15T06:00:00Z' },
  createdBy: 'maria',
  forecast: 'suspended',
  causes: [archived],
  causeCount: 1,
  hiddenCauses: 0,
  reasons: [],
};

/** A change request that may not go as planned, because of one in a project that the key may not read. */
export const doubtful: Forecast = {
  project: 'office',
  id: 9,
  environment: 'staging',
  schedule: { status: 'pending', scheduledAt: '2027-01-20T06:00:00Z' },
  forecast: 'unknown',
  causes: [],
  causeCount: 1,
  hiddenCauses: 1,
  reasons: [],
};

/** Everything will go as planned. */
export const clear: ForecastReport = {
  outcome: 'as-planned',
  coverage: 'live',
  reasons: [],
  forecasts: [],
  breaking: [],
};

/** A report of live data. */
export const reportOf = (...forecasts: readonly Forecast[]): ForecastReport => ({
  ...clear,
  outcome: 'not-as-planned',
  forecasts,
});

/** A page of forecasts. */
export const page = (
  forecasts: readonly Forecast[],
  more: Partial<ForecastPage> = {},
): Outcome<ForecastPage> => ({ outcome: 'done', value: { forecasts, reasons: [], ...more } });

/** A server with these pages; the last one repeats. */
export function serverOf(
  ...pages: readonly [Outcome<ForecastPage>, ...(readonly Outcome<ForecastPage>[])]
) {
  const asked: Parameters<Client['listForecasts']>[0][] = [];
  const listForecasts: Client['listForecasts'] = async (filter) => {
    asked.push(filter);
    return pages[Math.min(asked.length, pages.length) - 1] ?? pages[0];
  };
  return { client: { listForecasts }, asked };
}
