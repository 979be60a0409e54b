import type { Change, ChangeAction } from '../model/change.ts';
import { isName } from '../model/name.ts';
import type { Target, TargetKind } from '../model/target.ts';
import type { DoubtReason } from '../model/touch.ts';

/** The parts of a change that facets read. */
interface Subject {
  /** The feature under which the change is listed. */
  readonly feature: string | undefined;
  readonly payload: unknown;
}

/** The targets that a change names, and whether it names all that its action touches. */
interface Reading {
  readonly targets: readonly Target[];
  readonly isComplete: boolean;
}

/** One cell of the table: how an action names its targets of one kind. */
export interface Facet {
  readonly kind: TargetKind;
  /** The reason for the doubt if the reading is not complete. */
  readonly why: DoubtReason;
  readonly read: (subject: Subject) => Reading;
}

const UNREADABLE: Reading = { targets: [], isComplete: false };

const atLeastOne = (targets: readonly Target[]): Reading => ({
  targets,
  isComplete: targets.length > 0,
});

const asFarAsNamed = (targets: readonly Target[]): Reading => ({ targets, isComplete: true });

function eachOf(values: unknown, read: (value: unknown) => Reading): Reading {
  if (!Array.isArray(values)) return UNREADABLE;
  const readings = values.map(read);
  return {
    targets: readings.flatMap(({ targets }) => targets),
    isComplete: readings.every(({ isComplete }) => isComplete),
  };
}

const firstComplete = (reading: Reading, fallback: Reading): Reading =>
  reading.isComplete ? reading : fallback;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

// A snapshot is kept as it is, and a parent was not always read: a text that no name can be is not there.
const nameIn = (value: unknown, key: string): string | undefined => {
  const name = field(value, key);
  return typeof name === 'string' && isName(name) ? name : undefined;
};

const strategies = (id: unknown): readonly Target[] =>
  typeof id === 'string' && id !== '' ? [{ kind: 'strategy', id }] : [];

const segments = (id: unknown): readonly Target[] =>
  Number.isSafeInteger(id) ? [{ kind: 'segment', id: id as number }] : [];

const definitions = (name: unknown): readonly Target[] =>
  typeof name === 'string' && name !== '' ? [{ kind: 'strategyDefinition', name }] : [];

const segmentList = (list: unknown): Reading => eachOf(list, (id) => atLeastOne(segments(id)));

const snapshotOf = ({ payload }: Subject): unknown => field(payload, 'snapshot');

const feature: Facet = {
  kind: 'feature',
  why: 'missing-id',
  read: ({ feature: name }) => asFarAsNamed(name === undefined ? [] : [{ kind: 'feature', name }]),
};

const parent: Facet = {
  kind: 'feature',
  why: 'missing-id',
  read: ({ payload }) => {
    const name = nameIn(payload, 'feature');
    return asFarAsNamed(name === undefined ? [] : [{ kind: 'feature', name }]);
  },
};

const variants: Facet = {
  kind: 'featureVariants',
  why: 'missing-id',
  read: ({ feature: name }) =>
    asFarAsNamed(name === undefined ? [] : [{ kind: 'featureVariants', feature: name }]),
};

const strategyId: Facet = {
  kind: 'strategy',
  why: 'missing-id',
  read: ({ payload }) => atLeastOne(strategies(field(payload, 'id'))),
};

const segmentId: Facet = {
  kind: 'segment',
  why: 'missing-id',
  read: ({ payload }) => atLeastOne(segments(field(payload, 'id'))),
};

const reorderedStrategyIds: Facet = {
  kind: 'strategy',
  why: 'missing-id',
  read: ({ payload }) => eachOf(payload, (item) => atLeastOne(strategies(field(item, 'id')))),
};

const usedSegments: Facet = {
  kind: 'segment',
  why: 'not-listed',
  read: ({ payload }) => asFarAsNamed(segmentList(field(payload, 'segments')).targets),
};

const keptSegments: Facet = {
  kind: 'segment',
  why: 'not-listed',
  read: (subject) => {
    const list = field(subject.payload, 'segments');
    return segmentList(Array.isArray(list) ? list : field(snapshotOf(subject), 'segments'));
  },
};

const definition: Facet = {
  kind: 'strategyDefinition',
  why: 'missing-id',
  read: ({ payload }) => asFarAsNamed(definitions(field(payload, 'name'))),
};

const keptDefinition: Facet = {
  kind: 'strategyDefinition',
  why: 'missing-id',
  read: (subject) =>
    firstComplete(
      atLeastOne(definitions(field(subject.payload, 'name'))),
      atLeastOne(definitions(nameIn(snapshotOf(subject), 'name'))),
    ),
};

const planned = (kind: TargetKind, read: (strategy: unknown) => Reading): Facet => ({
  kind,
  why: 'not-listed',
  read: (subject) =>
    eachOf(field(snapshotOf(subject), 'milestones'), (milestone) =>
      eachOf(field(milestone, 'strategies'), read),
    ),
});

// Unleash calls the definition of a milestone's strategy `strategyName`, and `name` since version 8.
const plannedDefinitions = planned('strategyDefinition', (strategy) =>
  atLeastOne(definitions(nameIn(strategy, 'name') ?? nameIn(strategy, 'strategyName'))),
);

const plan: readonly Facet[] = [
  planned('strategy', (strategy) => atLeastOne(strategies(nameIn(strategy, 'id')))),
  planned('segment', (strategy) => segmentList(field(strategy, 'segments'))),
  plannedDefinitions,
];

const unseen = (why: DoubtReason, ...kinds: readonly TargetKind[]): readonly Facet[] =>
  kinds.map((kind) => ({ kind, why, read: () => UNREADABLE }));

const anythingUnder = (why: DoubtReason): readonly Facet[] => [
  feature,
  ...unseen(why, 'strategy', 'featureVariants', 'segment', 'strategyDefinition'),
];

const KNOWN_ACTIONS: Readonly<Record<ChangeAction, readonly Facet[]>> = {
  updateEnabled: [feature],
  addStrategy: [feature, usedSegments, definition],
  updateStrategy: [feature, strategyId, keptSegments, keptDefinition],
  updateMilestoneStrategy: [feature, strategyId, usedSegments, plannedDefinitions],
  deleteStrategy: [feature, strategyId, keptDefinition],
  reorderStrategy: [feature, reorderedStrategyIds],
  patchVariant: [feature, variants],
  archiveFeature: [feature],
  addDependency: [feature, parent],
  deleteDependency: [feature, parent],
  updateSegment: [segmentId],
  deleteSegment: [segmentId],
  addReleasePlan: [feature, ...unseen('not-listed', 'segment', 'strategyDefinition')],
  deleteReleasePlan: [feature, ...plan],
  startMilestone: [feature, ...plan],
  changeMilestoneProgression: [feature, ...plan],
  deleteMilestoneProgression: [feature, ...plan],
  resumeMilestoneProgression: [feature, ...plan],
  changeReleasePlanSafeguard: [feature, ...plan],
  deleteReleasePlanSafeguard: [feature, ...plan],
  changeFeatureEnvSafeguard: [feature],
  deleteFeatureEnvSafeguard: [feature],
};

const UNKNOWN_ACTION = anythingUnder('unknown-action');

/** The facets of a feature that is listed without changes. */
export const UNLISTED_CHANGES: readonly Facet[] = anythingUnder('not-listed');

/** Returns the facets of a change's action. An unknown action touches its feature, and leaves the rest in doubt. */
export function facetsOf({ action }: Change): readonly Facet[] {
  return Object.hasOwn(KNOWN_ACTIONS, action)
    ? KNOWN_ACTIONS[action as ChangeAction]
    : UNKNOWN_ACTION;
}
