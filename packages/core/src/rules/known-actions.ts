import type { Change, ChangeAction } from '../model/change.ts';
import type { Target } from '../model/target.ts';

/** The parts of a change that facets read. */
interface Subject {
  /** The feature under which the change is listed. */
  readonly feature: string | undefined;
  readonly payload: unknown;
}

/** One column of the table: the targets that it finds, and whether it found all that the action needs. */
export interface Facet {
  readonly targets: (subject: Subject) => readonly Target[];
  readonly isComplete?: (subject: Subject) => boolean;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const strategies = (id: unknown): readonly Target[] =>
  typeof id === 'string' && id !== '' ? [{ kind: 'strategy', id }] : [];

const segments = (id: unknown): readonly Target[] =>
  Number.isSafeInteger(id) ? [{ kind: 'segment', id: id as number }] : [];

const feature: Facet = {
  targets: ({ feature: name }) => (name === undefined ? [] : [{ kind: 'feature', name }]),
};

const variants: Facet = {
  targets: ({ feature: name }) =>
    name === undefined ? [] : [{ kind: 'featureVariants', feature: name }],
};

const required = (targets: Facet['targets']): Facet => ({
  targets,
  isComplete: (subject) => targets(subject).length > 0,
});

const strategyId = required(({ payload }) => strategies(field(payload, 'id')));

const segmentId = required(({ payload }) => segments(field(payload, 'id')));

const reorderedStrategyIds: Facet = {
  targets: ({ payload }) => list(payload).flatMap((item) => strategies(field(item, 'id'))),
  isComplete: ({ payload }) =>
    Array.isArray(payload) && payload.every((item) => strategies(field(item, 'id')).length > 0),
};

const usedSegments: Facet = {
  targets: ({ payload }) => list(field(payload, 'segments')).flatMap(segments),
};

const definition: Facet = {
  targets: ({ payload }) => {
    const name = field(payload, 'name');
    return typeof name === 'string' && name !== '' ? [{ kind: 'strategyDefinition', name }] : [];
  },
};

const KNOWN_ACTIONS: Readonly<Record<ChangeAction, readonly Facet[]>> = {
  updateEnabled: [feature],
  addStrategy: [feature, usedSegments, definition],
  updateStrategy: [feature, strategyId, usedSegments, definition],
  updateMilestoneStrategy: [feature, strategyId, usedSegments],
  deleteStrategy: [feature, strategyId, definition],
  reorderStrategy: [feature, reorderedStrategyIds],
  patchVariant: [feature, variants],
  archiveFeature: [feature],
  addDependency: [feature],
  deleteDependency: [feature],
  updateSegment: [segmentId],
  deleteSegment: [segmentId],
  addReleasePlan: [feature],
  deleteReleasePlan: [feature],
  startMilestone: [feature],
  changeMilestoneProgression: [feature],
  deleteMilestoneProgression: [feature],
  resumeMilestoneProgression: [feature],
  changeReleasePlanSafeguard: [feature],
  deleteReleasePlanSafeguard: [feature],
  changeFeatureEnvSafeguard: [feature],
  deleteFeatureEnvSafeguard: [feature],
};

/** An unknown action still touches its feature. */
export const UNKNOWN_ACTION: readonly Facet[] = [feature];

/** Returns the facets of a change's action; undefined for an unknown action. */
export function facetsOf({ action }: Change): readonly Facet[] | undefined {
  return Object.hasOwn(KNOWN_ACTIONS, action) ? KNOWN_ACTIONS[action as ChangeAction] : undefined;
}
