import type { Authorizer } from '@forewarn/core';
import type { DataAgeLimit, ListingPlace } from '@forewarn/record';
import { type ForecastOutcome, makeGetForecasts } from '@forewarn/forecast';
import type { Store } from '@forewarn/store';
import type { Upstream } from '@forewarn/unleash';
import { okAsync } from 'neverthrow';

/** How many scheduled change requests have each forecast. One whose number is not known is absent. */
export type ForecastCounts = ReadonlyMap<ForecastOutcome, number>;

interface CountedPorts extends DataAgeLimit {
  readonly store: Pick<Store, 'origins' | 'projects' | 'reader'>;
  readonly upstream?: Upstream | undefined;
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
export async function countForecasts({
  store: { projects, reader, origins },
  ...ports
}: CountedPorts): Promise<ForecastCounts | undefined> {
  const getForecasts = makeGetForecasts({
    ...ports,
    authorizer: everyone,
    projects,
    reader,
    origins,
  });
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

/** Minimum time between two runs. */
const PAUSE_MS = 60_000;
/** A run takes at most a tenth of the time. */
const PAUSE_FACTOR = 9;

/**
 * Returns a function that returns the last result of the work, which must not reject, and starts it again in the background
 * if it is due. The result is undefined before the first run has ended, and when it is older than two pauses.
 */
export function inBackground<T>(work: () => Promise<T | undefined>): () => T | undefined {
  let known: T | undefined;
  let [startsAt, endsAt] = [-Infinity, Infinity];
  const run = async (): Promise<void> => {
    const began = performance.now();
    startsAt = Infinity;
    known = await work();
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began));
    startsAt = performance.now() + pauseMs;
    endsAt = startsAt + pauseMs;
  };
  return () => {
    const now = performance.now();
    if (now >= endsAt) known = undefined;
    if (now >= startsAt) void run();
    return known;
  };
}
