import type { ForecastSchema } from '@forewarn/client';
import { plural } from '../parts/action-words.ts';
import { hiddenText, leadOf } from './cause.ts';

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
