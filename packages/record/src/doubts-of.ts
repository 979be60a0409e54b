import {
  type Change,
  type ChangeLocation,
  type ChangeReading,
  type DoubtReason,
  type FeatureChanges,
  type Readings,
  readingsIn,
  type ScheduledChangeRequest,
  type TargetKind,
} from '@forewarn/core';

/** A change that may touch more targets than it says. */
export interface Doubt extends ChangeLocation {
  /** The kinds of target that it may touch. */
  readonly kinds: readonly TargetKind[];
  readonly why: DoubtReason;
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

type Changes = Pick<ScheduledChangeRequest, 'features' | 'segments'>;

/**
 * Returns each doubt of a change request: what its changes may touch beyond `touchesOf`, at most one doubt of a change per
 * reason. Features that are listed without changes have some, and so has a change request without features and segments.
 *
 * @param readings those of the change request, if it was read already
 */
export function doubtsIn(
  { features, segments }: Changes,
  readings: Readings = readingsIn({ features, segments }),
): readonly Doubt[] {
  if (features.length + segments.length === 0) return [NOTHING_LISTED];
  return readings.all.flatMap(doubtsAt);
}

/** Whether `doubtsIn` returns any doubt, found without making it. */
export const hasDoubts = (
  { features, segments }: Changes,
  readings: Readings = readingsIn({ features, segments }),
): boolean =>
  features.length + segments.length === 0 ||
  readings.all.some(({ facets }) => facets.some(({ isComplete }) => !isComplete));

function doubtsAt({ facets, ...location }: ChangeReading): readonly Doubt[] {
  const open = facets.filter(({ isComplete }) => !isComplete);
  // Nearly always, and an import asks for each change.
  if (open.length === 0) return [];
  const byReason = Map.groupBy(open, ({ why }) => why);
  return [...byReason].map(([why, of]) => ({
    ...location,
    kinds: of.map(({ kind }) => kind),
    why,
  }));
}

/** Only a whole change request is sure to have what Unleash does in addition when a feature is switched on. */
export const mayLackDefaultChange = ({ changes, defaultChange }: FeatureChanges): boolean =>
  defaultChange === undefined && changes.some(switchesOn);

function switchesOn({ action, payload }: Change): boolean {
  const { enabled } = Object(payload) as { readonly enabled?: unknown };
  return action === 'updateEnabled' && enabled !== false;
}

/** Returns all changes of a feature with their places in it, what Unleash does in addition last. */
export function changesIn({
  changes,
  defaultChange,
}: FeatureChanges): readonly (readonly [Change, string])[] {
  const listed = changes.map((change, c) => [change, `changes[${c}]`] as const);
  return defaultChange === undefined ? listed : [...listed, [defaultChange, 'defaultChange']];
}
