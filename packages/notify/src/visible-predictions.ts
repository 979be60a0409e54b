import { scheduledCauses } from '@forewarn/forecast';
import type { EventView } from '@forewarn/record';
import { ALERT_EVENT_TYPES } from './alert-events.ts';
import { predictionsOf, withVisibleCauses } from './visible-causes.ts';

/** Shows of predictions only the causes in projects that the reader may see, and the number of the others. */
export const visiblePredictions: EventView = {
  types: ALERT_EVENT_TYPES,
  projectsIn: (event) =>
    predictionsOf(event).flatMap(({ causes }) =>
      scheduledCauses(causes).map(({ project }) => project),
    ),
  shown: withVisibleCauses,
};
