import { type ForecastCause, isGoneCause } from '@forewarn/forecast';
import type { EventContent } from '@forewarn/record';
import type { Prediction } from './alert.ts';

/** Returns the predictions that an event holds. */
export function predictionsOf(event: EventContent): readonly Prediction[] {
  switch (event.type) {
    case 'forecast-predicted':
      return [event.data];
    case 'forecast-changed':
      return [event.data, event.preData];
    case 'forecast-resolved':
      return [event.preData];
    default:
      return [];
  }
}

/** Returns an event whose predictions only count the causes in projects that may not be shown. */
export function withVisibleCauses<Content extends EventContent>(
  event: Content,
  isVisible: (projectId: string) => boolean,
): Content {
  const isShown = (cause: ForecastCause): boolean => isGoneCause(cause) || isVisible(cause.project);
  const shown = (prediction: Prediction): Prediction => {
    const causes = prediction.causes.filter(isShown);
    const hiddenCauses = prediction.hiddenCauses + prediction.causes.length - causes.length;
    return { ...prediction, causes, hiddenCauses };
  };
  switch (event.type) {
    case 'forecast-predicted':
      return { ...event, data: shown(event.data) };
    case 'forecast-changed':
      return { ...event, data: shown(event.data), preData: shown(event.preData) };
    case 'forecast-resolved':
      return { ...event, preData: shown(event.preData) };
    default:
      return event;
  }
}
