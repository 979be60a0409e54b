import type { RequestOptions } from '../client-options.ts';
import type { makeCall } from '../make-call.ts';
import type { Outcome } from '../outcome.ts';
import { EMPTY_PARAMETER, isName, namesIn } from '../parameters.ts';
import {
  type ForecastFilter,
  forecastOutcome,
  type ForecastPage,
  forecastsOutcome,
  type ForecastWithBreaks,
} from './forecast-outcome.ts';

/** The methods of a client for forecasts. */
export const forecastCalls = (call: ReturnType<typeof makeCall>) => ({
  /**
   * Lists the scheduled change requests that will not go as planned because of what else is scheduled or is gone, the soonest
   * first. Whether doubts leave one unknown, `getForecast` says. Returns a page of them. An empty page is an all-clear only
   * without `reasons`, and without a `cursor`.
   */
  listForecasts: async (
    { projectId, environments, forecasts, ...rest }: ForecastFilter = {},
    options: RequestOptions = {},
  ): Promise<Outcome<ForecastPage>> => {
    const { limit: _limit, within: _within, ...texts } = { ...rest, environments, forecasts };
    if (!namesIn(texts).every(isName)) return EMPTY_PARAMETER;
    const parts = {
      ...options,
      query: { ...rest, environment: environments, forecast: forecasts },
    };
    return forecastsOutcome(
      projectId === undefined
        ? await call('getForecasts', parts)
        : await call('getForecastsForProject', { ...parts, path: { projectId } }),
    );
  },

  /** Returns how one scheduled change request will go, whatever it is. */
  getForecast: async (
    { projectId, id }: { readonly projectId: string; readonly id: number },
    options: RequestOptions = {},
  ): Promise<Outcome<ForecastWithBreaks>> => {
    const parts = { ...options, path: { projectId, id } };
    const sent = await call('getForecastForChangeRequest', parts);
    return forecastOutcome(sent, { projectId, id });
  },
});
