import {
  type Change,
  type Facet,
  facetsOf,
  type FeatureChanges,
  type ScheduledChangeRequest,
  UNLISTED_CHANGES,
} from '@forewarn/core';
import type { Doubt } from './doubt.ts';

/** The doubts of one change, wherever it is listed. */
export type ChangeDoubt = Pick<Doubt, 'kinds' | 'why'>;

/**
 * Returns what one change may touch beyond `touchesOf`, at most one doubt per reason; empty when it names all that it
 * touches. It never throws, whatever the payload.
 */
export function doubtsOf(change: Change): readonly ChangeDoubt[] {
  return doubtsFrom(facetsOf(change), change.payload);
}

/** Nothing is scheduled without a change, so a change request that lists none does not list them. */
const NOTHING_LISTED: Doubt = {
  path: 'features',
  kinds: [
    'feature',
    'strategy',
    'featureVariants',
    'segment',
    'strategyDefinition',
    'contextField',
  ],
  why: 'not-listed',
};

/**
 * Returns each doubt of a change request. Features that are listed without changes have some, and so has a change request
 * without features and segments.
 */
export function doubtsIn({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): readonly Doubt[] {
  if (features.length + segments.length === 0) return [NOTHING_LISTED];
  return [
    ...features.flatMap((feature, f) => [
      ...(feature.changes.length === 0 ? doubtsFrom(UNLISTED_CHANGES) : []).map((doubt): Doubt => {
        return { path: `features[${f}]`, feature: feature.name, ...doubt };
      }),
      ...changesIn(feature).flatMap(([change, at]) =>
        doubtsOf(change).map((doubt): Doubt => {
          const path = `features[${f}].${at}`;
          return { path, action: change.action, feature: feature.name, ...doubt };
        }),
      ),
    ]),
    ...segments.flatMap((change, s) =>
      doubtsOf(change).map((doubt): Doubt => {
        return { path: `segments[${s}]`, action: change.action, ...doubt };
      }),
    ),
  ];
}

/** Whether `doubtsIn` returns any doubt, found without making it. */
export function hasDoubts({
  features,
  segments,
}: Pick<ScheduledChangeRequest, 'features' | 'segments'>): boolean {
  return (
    features.length + segments.length === 0 ||
    segments.some(isOpen) ||
    features.some(
      (feature) =>
        feature.changes.length === 0 || changesIn(feature).some(([change]) => isOpen(change)),
    )
  );
}

const isOpen = (change: Change): boolean => doubtsOf(change).length > 0;

/** Returns all changes of a feature with their places in it, what Unleash does in addition last. */
export function changesIn({
  changes,
  defaultChange,
}: FeatureChanges): readonly (readonly [Change, string])[] {
  const listed = changes.map((change, c) => [change, `changes[${c}]`] as const);
  return defaultChange === undefined ? listed : [...listed, [defaultChange, 'defaultChange']];
}

function doubtsFrom(facets: readonly Facet[], payload?: unknown): readonly ChangeDoubt[] {
  const subject = { feature: undefined, payload };
  const open = facets.filter(({ read }) => !read(subject).isComplete);
  // Nearly always, and an import asks for each change.
  if (open.length === 0) return [];
  const byReason = Map.groupBy(open, ({ why }) => why);
  return [...byReason].map(([why, of]) => ({ kinds: of.map(({ kind }) => kind), why }));
}
