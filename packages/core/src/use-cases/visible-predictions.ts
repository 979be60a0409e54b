import { scheduledCauses } from '../model/forecast.ts';
import { predictionsOf, withVisibleCauses } from '../rules/visible-causes.ts';
import type { EventView } from './events.ts';

/** Shows of predictions only the causes in projects that the reader may see, and the number of the others. */
export const visiblePredictions: EventView = {
  projectsIn: (event) =>
    predictionsOf(event).flatMap(({ causes }) =>
      scheduledCauses(causes).map(({ project }) => project),
    ),
  shown: withVisibleCauses,
};
