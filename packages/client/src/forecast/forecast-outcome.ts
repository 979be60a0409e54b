import { ageOf, cursorIn, NO_AGE } from '../list-outcome.ts';
import type { DataAge, DeepReadonly, NotSent, Outcome } from '../outcome.ts';
import { checkedOutcome, outcomeOf, unreadable } from '../outcome-of.ts';
import type { Sent } from '../send.ts';
import type { ForecastSchema, ForecastWithBreaksSchema } from './forecast-schemas.ts';

/** How one scheduled change request will go, because of what else is scheduled and what is gone. */
export type Forecast = DeepReadonly<ForecastSchema>;

/** Why a change request will not go as planned: a change of another one, or what is already gone. */
export type ForecastCause = Forecast['causes'][number];

/** A cause that is already gone. */
export type GoneCause = Extract<ForecastCause, { readonly gone: unknown }>;

/** Whether a cause is already gone, and not scheduled. */
export const isGone = (cause: ForecastCause): cause is GoneCause => 'gone' in cause;

/** A forecast, with what it does to others. */
export type ForecastWithBreaks = DeepReadonly<ForecastWithBreaksSchema>;

/** Which change requests to forecast. Filters combine with AND; an absent one lets all through. */
export interface ForecastFilter {
  /** All projects that the key may read, if absent. */
  readonly projectId?: string;
  readonly environments?: readonly string[];
  readonly forecasts?: readonly Exclude<Forecast['forecast'], 'as-planned'>[];
  /** ISO 8601. */
  readonly from?: string;
  /** ISO 8601, exclusive, in the future. */
  readonly to?: string;
  /** Seconds from now, by the clock of the server. */
  readonly within?: number;
  readonly limit?: number;
  /** That of the previous page. */
  readonly cursor?: string;
}

/** A page of the scheduled change requests that will not go as planned. */
export interface ForecastPage extends DataAge {
  readonly forecasts: readonly Forecast[];
  /** Why there may be others, or causes that are missing; empty if none. */
  readonly reasons: Forecast['reasons'];
  /** The server has no complete list of the change requests of some project. */
  readonly isIncomplete?: true;
  /** Continues the list in the next call, also after an empty page; absent on the last page. */
  readonly cursor?: string;
  /** When the server sent it, by its clock, in ISO 8601, to the second; absent if it does not say. */
  readonly servedAt?: string;
}

const NOT_A_FORECAST = 'The response is not the forecast that was asked for: check the URL.';

/** Returns the outcome of a page of forecasts. An empty one keeps the reasons for which it is no all-clear. */
export function forecastsOutcome(sent: Sent | NotSent): Outcome<ForecastPage> {
  const outcome = outcomeOf<unknown>(sent, 'JSON');
  if (outcome.outcome !== 'done') return outcome;
  const { value: forecasts } = outcome;
  if (!('response' in sent) || !Array.isArray(forecasts) || !forecasts.every(isForecast)) {
    return unreadable(sent, NOT_A_FORECAST);
  }
  const { headers } = sent.response;
  const asOf = headers.get('Forewarn-As-Of');
  const cursor = cursorIn(headers);
  const isWhole = cursor !== undefined || headers.has('Forewarn-Reasons');
  if (asOf === null || !isWhole) return unreadable(sent, NO_AGE);
  const age = ageOf(asOf);
  const sentAt = Date.parse(headers.get('Date') ?? '');
  const inHeader = headers.get('Forewarn-Reasons')?.split(/ *, */) ?? [];
  const reasons = new Set([
    ...(inHeader as Forecast['reasons']),
    ...forecasts.flatMap((each) => each.reasons),
    ...(age.isIncomplete === true && inHeader.length === 0 ? (['no-coverage'] as const) : []),
  ]);
  const value = {
    forecasts,
    reasons: [...reasons],
    ...age,
    ...(cursor && { cursor }),
    ...(Number.isNaN(sentAt) ? {} : { servedAt: new Date(sentAt).toISOString() }),
  };
  return { outcome: 'done', value };
}

/** Returns the outcome of the forecast of one change request. */
export function forecastOutcome(
  sent: Sent | NotSent,
  asked: { readonly projectId: string; readonly id: number },
): Outcome<ForecastWithBreaks> {
  const isIts = (value: unknown): value is ForecastWithBreaks =>
    isForecast(value) &&
    hasBreaks(value) &&
    value.project === asked.projectId &&
    value.id === asked.id;
  return checkedOutcome(sent, isIts, NOT_A_FORECAST);
}

const FORECASTS: ReadonlySet<unknown> = new Set<Forecast['forecast']>([
  'fails',
  'suspended',
  'changed',
  'unknown',
  'as-planned',
]);

function isForecast(value: unknown): value is Forecast {
  const read = Object(value) as Readonly<Record<keyof Forecast, unknown>>;
  const { project, id, environment, forecast, causes, causeCount, hiddenCauses, reasons } = read;
  const texts = [project, environment];
  const numbers = [id, causeCount, hiddenCauses];
  return (
    texts.every((each) => typeof each === 'string') &&
    numbers.every((each) => typeof each === 'number') &&
    FORECASTS.has(forecast) &&
    Array.isArray(causes) &&
    causes.every(isCause) &&
    Array.isArray(reasons) &&
    // A server that contradicts itself has given no all-clear.
    (forecast !== 'as-planned' || (causeCount === 0 && causes.length + reasons.length === 0))
  );
}

function hasBreaks(value: Forecast): value is ForecastWithBreaks {
  const read = value as Readonly<Partial<Record<keyof ForecastWithBreaks, unknown>>>;
  const { breaks, breakCount, hiddenBreaks, mayBreakMore } = read;
  return (
    Array.isArray(breaks) &&
    breaks.every(isCause) &&
    [breakCount, hiddenBreaks].every((each) => typeof each === 'number') &&
    typeof mayBreakMore === 'boolean'
  );
}

function isCause(value: unknown): boolean {
  const { touch, consequence, ...cause } = Object(value) as Readonly<Record<string, unknown>>;
  const { outcome, why, next } = Object(consequence) as Readonly<Record<string, unknown>>;
  const { project, id, gone } = cause;
  const { kind } = Object(gone) as Readonly<Record<string, unknown>>;
  const texts = [outcome, why, next, gone === undefined ? project : kind];
  return (
    texts.every((each) => typeof each === 'string') &&
    (gone !== undefined || typeof id === 'number') &&
    Object(touch) === touch
  );
}
