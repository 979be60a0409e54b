import type { Change, FeatureChanges } from './change.ts';
import { type Facet, facetsOf, UNLISTED_CHANGES } from './known-actions.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import type { ChangeLocation } from './touch.ts';

/** What a facet of a change says. */
type FacetReading = Pick<Facet, 'kind' | 'why'> & ReturnType<Facet['read']>;

/** A change that was read. Without an action, it stands for what a feature does not list. */
export interface ChangeReading extends ChangeLocation {
  readonly facets: readonly FacetReading[];
}

interface FeatureReadings {
  /** Those that it lists. */
  readonly changes: readonly ChangeReading[];
  /** One that stands for its changes if it lists none, and what Unleash does in addition. */
  readonly others: readonly ChangeReading[];
}

/** All changes of a change request, each read once: what it touches, its doubts and its influences follow from them. */
export interface Readings {
  readonly features: readonly FeatureReadings[];
  readonly segments: readonly ChangeReading[];
  /** Both, those of features first. */
  readonly all: readonly ChangeReading[];
}

/** Reads all changes of a change request. It never throws, whatever the payloads. */
export function readingsIn({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): Readings {
  const ofFeatures = features.map((feature, f) => readFeature(feature, `features[${f}]`));
  const ofSegments = segments.map((change, s) => readChange({ path: `segments[${s}]` }, change));
  const all = [
    ...ofFeatures.flatMap(({ changes, others }) => [...changes, ...others]),
    ...ofSegments,
  ];
  return { features: ofFeatures, segments: ofSegments, all };
}

function readFeature(
  { name: feature, changes, defaultChange }: FeatureChanges,
  path: string,
): FeatureReadings {
  const unlisted = changes.length === 0 ? [read({ path, feature }, UNLISTED_CHANGES)] : [];
  const added = defaultChange === undefined ? [] : [defaultChange];
  return {
    changes: changes.map((change, c) =>
      readChange({ path: `${path}.changes[${c}]`, feature }, change),
    ),
    others: [
      ...unlisted,
      ...added.map((change) => readChange({ path: `${path}.defaultChange`, feature }, change)),
    ],
  };
}

const readChange = (
  { path, ...under }: Omit<ChangeLocation, 'action'>,
  change: Change,
): ChangeReading =>
  read({ path, action: change.action, ...under }, facetsOf(change), change.payload);

const read = (
  location: ChangeLocation,
  facets: readonly Facet[],
  payload?: unknown,
): ChangeReading => {
  const subject = { feature: location.feature, payload };
  return {
    ...location,
    facets: facets.map((facet) => ({ kind: facet.kind, why: facet.why, ...facet.read(subject) })),
  };
};
