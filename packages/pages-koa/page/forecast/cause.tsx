import type {
  ForecastCauseSchema,
  ForecastGoneCauseSchema,
  ForecastScheduledCauseSchema,
  ForecastSchema,
} from '@forewarn/client';
import {
  isDecisive,
  FORECAST_REASON_WORDS,
  goneWords,
  type NamedRequest,
} from '@forewarn/forecast';
import { hrefOf } from '../app/route.ts';
import { actionWords, capitalized, plural } from '../parts/action-words.ts';
import { Name, Where } from '../parts/name.tsx';
import { dateTimeText } from '../parts/times.ts';
import { titleOf } from '../timeline/entry.ts';

/** The time of a change request in milliseconds. Those that are forecast, and their causes, have one. */
export const timeOf = ({ schedule }: Pick<NamedRequest, 'schedule'>): number =>
  Date.parse(schedule?.scheduledAt ?? '');

/** When a cause happens, seen from its victim. */
function orderOf(cause: ForecastScheduledCauseSchema, victim: ForecastSchema): string {
  const difference = timeOf(cause) - timeOf(victim);
  if (difference === 0) return 'At the same time';
  return difference < 0 ? 'Before it' : 'Only after it';
}

/** A change in words: `archive feature (card-form)`. */
export const changeText = ({
  action = 'a change',
  feature,
}: Pick<ForecastScheduledCauseSchema, 'action' | 'feature'>): string =>
  feature === undefined ? actionWords(action) : `${actionWords(action)} (${feature})`;

/** Whether a cause is already gone, and not scheduled. */
const isGone = (cause: ForecastCauseSchema): cause is ForecastGoneCauseSchema => 'gone' in cause;

/** The causes that are scheduled. */
export const scheduledCausesOf = (
  causes: readonly ForecastCauseSchema[],
): readonly ForecastScheduledCauseSchema[] =>
  causes.filter((cause): cause is ForecastScheduledCauseSchema => !isGone(cause));

/** The soonest of the causes that decide a forecast; undefined if none of these is listed. */
export const leadOf = (forecast: ForecastSchema): ForecastCauseSchema | undefined =>
  forecast.causes.find((cause) => isDecisive(cause, forecast));

/** The reason and the way out as plain text. */
export function reasonText(forecast: ForecastSchema): string {
  const lead = leadOf(forecast);
  if (lead === undefined) return unlistedText(forecast);
  const { why, next } = lead.consequence;
  if (isGone(lead)) return `${capitalized(goneWords(lead))}. ${why} ${next}`;
  return `${orderOf(lead, forecast)}, “${titleOf(lead)}”: ${changeText(lead)}. ${why} ${next}`;
}

/** The same, if no listed cause decides the forecast. */
function unlistedText(forecast: ForecastSchema): string {
  const { causeCount, hiddenCauses, reasons } = forecast;
  const why =
    causeCount === 0 ? reasonsText(reasons) : 'The cause that decides this is not listed. ';
  return why + (hiddenCauses > 0 ? hiddenText(forecast) : 'Look at it in Unleash.');
}

/** How many causes the key may not read. */
const hiddenText = ({ hiddenCauses }: ForecastSchema): string =>
  `${plural(hiddenCauses, 'cause')} in projects that your key may not read.`;

/** Why there may be causes that are not known: a sentence and a space each. */
export const reasonsText = (reasons: ForecastSchema['reasons']): string =>
  reasons.map((reason) => `${capitalized(FORECAST_REASON_WORDS[reason])}. `).join('');

interface Props {
  readonly cause: ForecastCauseSchema;
  readonly victim: ForecastSchema;
}

/** A cause, the reason and the way out. */
export function Cause({ cause, victim }: Props) {
  const { consequence } = cause;
  return (
    <dl class="cause">
      <dt>Why</dt>
      <dd>
        {isGone(cause) ? (
          <>
            <Name text={capitalized(goneWords(cause))} />.{' '}
          </>
        ) : (
          <Scheduled cause={cause} victim={victim} />
        )}
        {consequence.why}
      </dd>
      <dt>What to do with it</dt>
      <dd>
        <b>{consequence.next}</b>
      </dd>
    </dl>
  );
}

function Scheduled({
  cause,
  victim,
}: {
  readonly cause: ForecastScheduledCauseSchema;
  readonly victim: ForecastSchema;
}) {
  return (
    <>
      {orderOf(cause, victim)}, “
      <a href={hrefOf(['change-requests', cause.project, cause.id])}>
        <Name text={titleOf(cause)} />
      </a>
      ”{' '}
      <span class="muted">
        ({dateTimeText(new Date(timeOf(cause)))}, <Where of={cause} />)
      </span>{' '}
      does this: <Name text={changeText(cause)} />.{' '}
    </>
  );
}

/** How many causes there are beside those that are shown. */
export function MoreCauses({
  forecast,
  shown,
}: {
  readonly forecast: ForecastSchema;
  readonly shown: number;
}) {
  const { causeCount, hiddenCauses } = forecast;
  const more = causeCount - hiddenCauses - shown;
  return (
    <>
      {more > 0 && <p>And {plural(more, 'more cause')}.</p>}
      {hiddenCauses > 0 && leadOf(forecast) && <p class="attention">{hiddenText(forecast)}</p>}
    </>
  );
}
