import type {
  ForecastCauseSchema,
  ForecastScheduledCauseSchema,
  ForecastSchema,
} from '@forewarn/client';
import {
  FORECAST_REASON_WORDS,
  isDecisive,
  type NamedRequest,
  newsOf,
  newsText,
  type utcText,
} from '@forewarn/forecast';
import { capitalized, plural } from '../parts/action-words.ts';
import { dateTimeText } from '../parts/times.ts';

/** The time of a change request in milliseconds. Those that are forecast, and their causes, have one. */
export const timeOf = ({ schedule }: Pick<NamedRequest, 'schedule'>): number =>
  Date.parse(schedule?.scheduledAt ?? '');

/** The causes that are scheduled, and not already gone. */
export const scheduledCausesOf = (
  causes: readonly ForecastCauseSchema[],
): readonly ForecastScheduledCauseSchema[] =>
  causes.filter((cause): cause is ForecastScheduledCauseSchema => !('gone' in cause));

/** The soonest of the causes that decide a forecast; undefined if none of these is listed. */
export const leadOf = (forecast: ForecastSchema): ForecastCauseSchema | undefined =>
  forecast.causes.find((cause) => isDecisive(cause, forecast));

/** The reason and the way out as plain text. */
export function reasonText(
  forecast: ForecastSchema,
  timeText: typeof utcText = dateTimeText,
): string {
  const lead = leadOf(forecast);
  if (lead === undefined) return unlistedText(forecast);
  const { cause, why, next } = newsOf(forecast, lead);
  return `${newsText(cause, timeText)} ${why} ${next}`;
}

/** The same, if no listed cause decides the forecast. */
function unlistedText(forecast: ForecastSchema): string {
  const { causeCount, hiddenCauses, reasons } = forecast;
  const why =
    causeCount === 0 ? reasonsText(reasons) : 'The cause that decides this is not listed. ';
  return why + (hiddenCauses > 0 ? hiddenText(forecast) : 'Look at it in Unleash.');
}

/** How many causes the key may not read. */
export const hiddenText = ({ hiddenCauses }: ForecastSchema): string =>
  `${plural(hiddenCauses, 'cause')} in projects that your key may not read.`;

/** Why there may be causes that are not known: a sentence and a space each. */
export const reasonsText = (reasons: ForecastSchema['reasons']): string =>
  reasons.map((reason) => `${capitalized(reasonWords(reason))}. `).join('');

/** A reason in words. A newer service may have others. */
export const reasonWords = (reason: ForecastSchema['reasons'][number]): string =>
  FORECAST_REASON_WORDS[reason] ?? reason;
