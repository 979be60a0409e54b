import type { Change, ChangeAction } from './change.ts';
import { isName } from './name.ts';
import type { Target, TargetKind } from './target.ts';
import type { DoubtReason } from './touch.ts';

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

const contextFields = (list: unknown): Reading =>
  eachOf(list, (constraint) => {
    const name = nameIn(constraint, 'contextName');
    return atLeastOne(name === undefined ? [] : [{ kind: 'contextField', name }]);
  });

/** Reads the constraints of a strategy, which may have none. */
const constraintsIn = (strategy: unknown): Reading =>
  contextFields(field(strategy, 'constraints') ?? []);

const snapshotOf = ({ payload }: Subject): unknown => field(payload, 'snapshot');

const feature: Facet = {
  kind: 'feature',
  why: 'missing-id',
  read: ({ feature: name }) => asFarAsNamed(name === undefined ? [] : [{ kind: 'feature', name }]),
};

const parentsIn = (payload: unknown): readonly Target[] => {
  const name = nameIn(payload, 'feature');
  return name === undefined ? [] : [{ kind: 'feature', name }];
};

const newParent: Facet = {
  kind: 'feature',
  why: 'missing-id',
  read: ({ payload }) => atLeastOne(parentsIn(payload)),
};

/** Unleash's page does not name the parent that a feature loses, and refuses to archive it whatever is scheduled. */
const formerParent: Facet = {
  kind: 'feature',
  why: 'missing-id',
  read: ({ payload }) => asFarAsNamed(parentsIn(payload)),
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

const nameOf = (payload: unknown): Reading => atLeastOne(definitions(field(payload, 'name')));

/** A facet of what a strategy that is added has: without its name, the payload may lack more. */
const ofAdded = (kind: TargetKind, read: (payload: unknown) => Reading): Facet => ({
  kind,
  why: 'not-listed',
  read: ({ payload }) => {
    const { targets, isComplete } = read(payload);
    return { targets, isComplete: isComplete && nameOf(payload).isComplete };
  },
});

const added: readonly Facet[] = [
  ofAdded('segment', (payload) => segmentList(field(payload, 'segments') ?? [])),
  ofAdded('strategyDefinition', nameOf),
  ofAdded('contextField', constraintsIn),
];

/** A facet of a list that an update leaves as it is if it omits it: then it is in the snapshot. */
const kept = (kind: TargetKind, key: string, read: (list: unknown) => Reading): Facet => ({
  kind,
  why: 'not-listed',
  read: (subject) => {
    const list = field(subject.payload, key);
    return read(Array.isArray(list) ? list : field(snapshotOf(subject), key));
  },
});

const keptSegments = kept('segment', 'segments', segmentList);
const keptConstraints = kept('contextField', 'constraints', contextFields);

// Without a name, Unleash does not look for the definition. One that can't be read, or whose payload can't, may be any.
const definition: Facet = {
  kind: 'strategyDefinition',
  why: 'missing-id',
  read: ({ payload }) => {
    const isRead = Object(payload) === payload && !Array.isArray(payload);
    return isRead && (field(payload, 'name') ?? '') === '' ? asFarAsNamed([]) : nameOf(payload);
  },
};

/** Reads each strategy of the snapshot of a release plan. */
const planned = (kind: TargetKind, read: (strategy: unknown) => Reading): Facet => ({
  kind,
  why: 'not-listed',
  read: (subject) =>
    eachOf(milestonesOf(subject), (milestone) => eachOf(field(milestone, 'strategies'), read)),
});

const milestonesOf = (subject: Subject): unknown => field(snapshotOf(subject), 'milestones');
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

// Unleash calls the definition of a milestone's strategy `strategyName`, and `name` since version 8.
const definitionOfPlanned = (strategy: unknown): Reading =>
  atLeastOne(definitions(nameIn(strategy, 'name') ?? nameIn(strategy, 'strategyName')));

const plan: readonly Facet[] = [
  planned('strategy', (strategy) => atLeastOne(strategies(nameIn(strategy, 'id')))),
  planned('featureVariants', () => asFarAsNamed([])),
  planned('segment', (strategy) => segmentList(field(strategy, 'segments'))),
  planned('strategyDefinition', definitionOfPlanned),
  planned('contextField', constraintsIn),
];

/** Reads what the update of a milestone's strategy gives it, and otherwise the strategy of the snapshot with its id. */
const ofMilestone = (
  kind: TargetKind,
  isGiven: (payload: unknown) => boolean,
  read: (strategy: unknown) => Reading,
): Facet => ({
  kind,
  why: 'not-listed',
  read: (subject) => {
    if (isGiven(subject.payload)) return read(subject.payload);
    const id = nameIn(subject.payload, 'id');
    const strategy = listIn(milestonesOf(subject))
      .flatMap((milestone) => listIn(field(milestone, 'strategies')))
      .find((each) => id !== undefined && field(each, 'id') === id);
    return strategy === undefined ? UNREADABLE : read(strategy);
  },
});

const hasList = (key: string) => (payload: unknown) => Array.isArray(field(payload, key));

const milestoneStrategy: readonly Facet[] = [
  ofMilestone('segment', hasList('segments'), (strategy) =>
    segmentList(field(strategy, 'segments')),
  ),
  ofMilestone(
    'strategyDefinition',
    (payload) => definitionOfPlanned(payload).isComplete,
    definitionOfPlanned,
  ),
  ofMilestone('contextField', hasList('constraints'), constraintsIn),
];

const unseen = (why: DoubtReason, ...kinds: readonly TargetKind[]): readonly Facet[] =>
  kinds.map((kind) => ({ kind, why, read: () => UNREADABLE }));

/** The kinds that strategies use. */
const USED = ['segment', 'strategyDefinition', 'contextField'] as const;

const anythingUnder = (why: DoubtReason): readonly Facet[] => [
  feature,
  ...unseen(why, 'strategy', 'featureVariants', ...USED),
];

const KNOWN_ACTIONS: Readonly<Record<ChangeAction, readonly Facet[]>> = {
  updateEnabled: [feature],
  addStrategy: [feature, ...added],
  updateStrategy: [feature, strategyId, keptSegments, definition, keptConstraints],
  updateMilestoneStrategy: [feature, strategyId, ...milestoneStrategy],
  deleteStrategy: [feature, strategyId],
  reorderStrategy: [feature, reorderedStrategyIds],
  patchVariant: [feature, variants],
  archiveFeature: [feature],
  addDependency: [feature, newParent],
  deleteDependency: [feature, formerParent],
  updateSegment: [segmentId, keptConstraints],
  deleteSegment: [segmentId],
  addReleasePlan: anythingUnder('not-listed'),
  deleteReleasePlan: [feature, ...plan],
  startMilestone: [feature, ...plan],
  changeMilestoneProgression: [feature, ...plan],
  createMilestoneProgression: [feature, ...plan],
  updateMilestoneProgression: [feature, ...plan],
  deleteMilestoneProgression: [feature, ...plan],
  resumeMilestoneProgression: [feature, ...plan],
  changeSafeguard: [feature, ...plan],
  deleteSafeguard: [feature, ...plan],
  changeReleasePlanSafeguard: [feature, ...plan],
  deleteReleasePlanSafeguard: [feature, ...plan],
  changeFeatureEnvSafeguard: [feature],
  deleteFeatureEnvSafeguard: [feature],
};

const UNKNOWN_ACTION = anythingUnder('unknown-action');

/** The facets of a feature that is listed without changes: one of them may make any feature its parent. */
export const UNLISTED_CHANGES: readonly Facet[] = [
  ...unseen('not-listed', 'feature'),
  ...anythingUnder('not-listed'),
];

/** Returns the facets of a change's action. An unknown action touches its feature, and leaves the rest in doubt. */
export function facetsOf({ action }: Change): readonly Facet[] {
  return Object.hasOwn(KNOWN_ACTIONS, action)
    ? KNOWN_ACTIONS[action as ChangeAction]
    : UNKNOWN_ACTION;
}

/**
 * Returns the values that a change's constraints give a context field; undefined if it does not list its constraints, or if
 * one of them can't be read.
 */
export function constraintsOf(
  { payload }: Change,
  contextField: string,
): readonly string[] | undefined {
  const list = field(payload, 'constraints');
  if (!Array.isArray(list)) return undefined;
  const values = list
    .filter((constraint) => field(constraint, 'contextName') === contextField)
    .flatMap((constraint): readonly unknown[] => {
      const many = field(constraint, 'values') ?? [];
      const one = field(constraint, 'value') ?? '';
      const given: readonly unknown[] = Array.isArray(many) ? many : [many];
      const all = one === '' ? given : [...given, one];
      return all.length === 0 ? [undefined] : all;
    });
  return values.every((value) => typeof value === 'string') ? values : undefined;
}
