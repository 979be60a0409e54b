import type { Change } from './change.ts';
import {
  type Facet,
  type FacetReading,
  facetsOf,
  readFacets,
  UNLISTED_CHANGES,
} from './known-actions.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import type { Place } from './touch.ts';

/** A change that was read. Without an action, it stands for what a feature does not list. */
export interface ChangeReading extends Place {
  readonly facets: readonly FacetReading[];
}

/** The changes of a feature. */
export interface FeatureReadings {
  /** Those that it lists. */
  readonly changes: readonly ChangeReading[];
  /** One that stands for its changes if it lists none, and what Unleash does in addition. */
  readonly others: readonly ChangeReading[];
}

/** All changes of a change request, each read once: what it touches, leaves in doubt and plans follows from them. */
export interface Readings {
  readonly features: readonly FeatureReadings[];
  readonly segments: readonly ChangeReading[];
}

/** Reads all changes of a change request. It never throws, whatever the payloads. */
export const readingsIn = ({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): Readings => ({
  features: features.map(({ name: feature, changes, defaultChange }, f) => {
    const path = `features[${f}]`;
    const added =
      defaultChange === undefined
        ? []
        : [readChange({ path: `${path}.defaultChange`, feature }, defaultChange)];
    return {
      changes: changes.map((change, c) =>
        readChange({ path: `${path}.changes[${c}]`, feature }, change),
      ),
      others: changes.length === 0 ? [read({ path, feature }, UNLISTED_CHANGES), ...added] : added,
    };
  }),
  segments: segments.map((change, s) => readChange({ path: `segments[${s}]` }, change)),
});

/** Returns the readings of all changes, those of features first. */
export const allReadings = ({ features, segments }: Readings): readonly ChangeReading[] => [
  ...features.flatMap(({ changes, others }) => [...changes, ...others]),
  ...segments,
];

const readChange = ({ path, ...under }: Omit<Place, 'action'>, change: Change): ChangeReading =>
  read({ path, action: change.action, ...under }, facetsOf(change), change.payload);

const read = (place: Place, facets: readonly Facet[], payload?: unknown): ChangeReading => ({
  ...place,
  facets: readFacets(facets, { feature: place.feature, payload }),
});
