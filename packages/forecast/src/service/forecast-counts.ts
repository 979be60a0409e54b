import type { Authorizer } from '@forewarn/core';
import type { DataAgeLimit, Hiding, KnownNames, ListingPlace } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { okAsync } from 'neverthrow';
import type { ForecastStore } from '../forecast-reader.ts';
import type { ForecastOutcome } from '../forecast.ts';
import { makeGetForecasts } from '../forecasts.ts';

/** How many scheduled change requests have each forecast. One whose number is not known is absent. */
export type ForecastCounts = ReadonlyMap<ForecastOutcome, number>;

/** The ports that {@link countForecasts} reads. */
export interface CountedPorts extends DataAgeLimit, Hiding, KnownNames, ForecastStore {
  readonly projects: Store['projects'];
  readonly reader: Store['reader'];
}

/** Forecasts per page, so that other requests have their turn between. */
const PAGE = 100;
const TIMEOUT_MS = 30_000;
const LISTED = ['fails', 'suspended', 'changed', 'unknown'] as const;

/** Reads all forecasts for the metrics. */
const everyone: Authorizer<undefined> = {
  authenticate: () => okAsync({ name: 'metrics' }),
  authorize: () => okAsync(),
  permitted: (_principal, _permission, projectIds) => okAsync(projectIds),
};

/**
 * Counts the forecasts of all projects, page by page. Undefined if the store fails, or after half a minute. While the data has
 * gaps, no count is 0.
 */
export async function countForecasts(ports: CountedPorts): Promise<ForecastCounts | undefined> {
  const getForecasts = makeGetForecasts({ ...ports, authorizer: everyone });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const counts = new Map<ForecastOutcome, number>(LISTED.map((forecast) => [forecast, 0]));
  let after: ListingPlace | undefined;
  let hasGaps = false;
  do {
    const page = await getForecasts({ credentials: undefined, limit: PAGE, after, signal });
    if (page.isErr()) return undefined;
    for (const { forecast } of page.value.forecasts) {
      counts.set(forecast, (counts.get(forecast) ?? 0) + 1);
    }
    hasGaps ||= page.value.reasons.length > 0;
    after = page.value.next;
  } while (after !== undefined);
  return hasGaps ? new Map([...counts].filter(([, count]) => count > 0)) : counts;
}
