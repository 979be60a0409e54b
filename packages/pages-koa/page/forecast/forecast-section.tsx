import type { ForecastWithBreaksSchema } from '@forewarn/client';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { FORECAST_WORDS } from '@forewarn/forecast';
import { useNow } from '../parts/times.ts';
import { entryOf, isSure, stateOf } from '../timeline/entry.ts';
import { Breaks } from './breaks.tsx';
import { Cause, leadOf, MoreCauses, reasonsText, reasonText } from './cause.tsx';

interface Props {
  readonly changeRequest: ScheduledChangeRequest;
  /** Undefined until it was read. */
  readonly forecast: ForecastWithBreaksSchema | undefined;
}

/** How a change request will go, and because of which others. One that failed, is suspended or overdue needs no forecast. */
export function ForecastSection({ changeRequest, forecast }: Props) {
  const state = stateOf(entryOf(changeRequest), useNow());
  if (state !== 'pending' && state !== 'doubt') return null;
  return (
    <section class="neighbours" aria-labelledby="forecast">
      <h2 id="forecast">Will it go as planned?</h2>
      {forecast === undefined ? <p>Not read yet.</p> : <Expectation forecast={forecast} />}
    </section>
  );
}

function Expectation({ forecast }: { readonly forecast: ForecastWithBreaksSchema }) {
  const { causes, causeCount, reasons, breaks, breakCount } = forecast;
  return (
    <>
      <p
        class={
          forecast.forecast === 'as-planned' && breakCount === 0
            ? ''
            : `attention ${forecast.forecast}`
        }
      >
        {forecast.forecast === 'as-planned'
          ? breakCount > 0
            ? `It will go as planned itself, but others ${breaks.some(isSure) ? 'will' : 'may'} not. `
            : 'It will go as planned, as far as other scheduled changes go. '
          : `It ${FORECAST_WORDS[forecast.forecast]}. `}
        {reasonsText(reasons)}
      </p>
      {causeCount > 0 && leadOf(forecast) === undefined && (
        <p class="attention">{reasonText(forecast)}</p>
      )}
      {causes.length > 0 && (
        <ol class="items causes">
          {causes.map((cause, index) => (
            <li key={index}>
              <Cause cause={cause} victim={forecast} />
            </li>
          ))}
        </ol>
      )}
      <MoreCauses forecast={forecast} shown={causes.length} />
      <Breaks of={forecast} />
    </>
  );
}
