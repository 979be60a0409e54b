import { type Change, type ChangeAction, type FeatureChanges, isName } from '../src/index.ts';
import type { Changes } from './change-request.arbitrary.ts';

/** What a completion puts where a change request says nothing. */
export interface Filler {
  /** The id of a strategy that a change of this feature can name. */
  readonly strategyId: (feature: string | undefined) => string;
  readonly definition: () => string;
  readonly segment: () => number;
  /** The feature whose variants an unknown change may patch that is listed under no feature. */
  readonly variantsOf: () => readonly FeatureChanges[];
  /** Some of these changes. */
  readonly some: (changes: readonly Change[]) => readonly Change[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isKeptName = (value: unknown): boolean => typeof value === 'string' && isName(value);
const put = (isMissing: boolean, fields: Fields): Fields => (isMissing ? fields : {});

/** The same change request with what it leaves out, in one of the ways that it could have been. What it says stays. */
export const completed = ({ features, segments }: Changes, filler: Filler): Changes => ({
  features: [
    ...features.map(({ name, changes }): FeatureChanges => {
      const listed = changes.length > 0 ? changes : filler.some(anyChange(name, filler));
      return { name, changes: listed.flatMap((change) => completedChange(change, name, filler)) };
    }),
    ...segments
      .filter(({ action }) => !Object.hasOwn(COMPLETIONS, action))
      .flatMap(() => filler.variantsOf()),
  ],
  segments: segments.flatMap((change) => completedChange(change, undefined, filler)),
});

type Complete = (payload: Fields, feature: string | undefined, filler: Filler) => Fields;

const withId: Complete = (payload, feature, filler) =>
  put(!isText(payload['id']), { id: filler.strategyId(feature) });

const withName: Complete = (payload, _feature, filler) =>
  put(!isText(payload['name']) && !isKeptName(fieldsOf(payload['snapshot'])['name']), {
    name: filler.definition(),
  });

const withSegments: Complete = (payload, _feature, filler) =>
  put(
    !Array.isArray(payload['segments']) &&
      !Array.isArray(fieldsOf(payload['snapshot'])['segments']),
    { segments: [filler.segment()] },
  );

const withSegmentId: Complete = (payload, _feature, filler) =>
  put(!Number.isSafeInteger(payload['id']), { id: filler.segment() });

const withPlan: Complete = (payload, feature, filler) => {
  const planned = (strategy: unknown): Fields => {
    const own = fieldsOf(strategy);
    return {
      ...own,
      ...put(!isKeptName(own['id']), { id: filler.strategyId(feature) }),
      ...put(!isKeptName(own['name']), { name: filler.definition() }),
      ...put(!Array.isArray(own['segments']), { segments: [filler.segment()] }),
    };
  };
  const snapshot = fieldsOf(payload['snapshot']);
  const milestones = Array.isArray(snapshot['milestones']) ? snapshot['milestones'] : [{}];
  const inFull = milestones.map((milestone) => {
    const { strategies } = fieldsOf(milestone);
    return { strategies: (Array.isArray(strategies) ? strategies : [{}]).map(planned) };
  });
  return { snapshot: { ...snapshot, milestones: inFull } };
};

/** Each action with what completes its payload. */
const COMPLETIONS: Readonly<Record<ChangeAction, readonly Complete[]>> = {
  updateEnabled: [],
  addStrategy: [],
  updateStrategy: [withId, withName, withSegments],
  updateMilestoneStrategy: [withId, withPlan],
  deleteStrategy: [withId, withName],
  reorderStrategy: [],
  patchVariant: [],
  archiveFeature: [],
  addDependency: [],
  deleteDependency: [],
  updateSegment: [withSegmentId],
  deleteSegment: [withSegmentId],
  addReleasePlan: [],
  deleteReleasePlan: [withPlan],
  startMilestone: [withPlan],
  changeMilestoneProgression: [withPlan],
  deleteMilestoneProgression: [withPlan],
  resumeMilestoneProgression: [withPlan],
  changeReleasePlanSafeguard: [withPlan],
  deleteReleasePlanSafeguard: [withPlan],
  changeFeatureEnvSafeguard: [],
  deleteFeatureEnvSafeguard: [],
};

/** Every action. A new one does not compile until it is here. */
export const ACTIONS: readonly string[] = Object.keys(COMPLETIONS);

function completedChange(
  change: Change,
  feature: string | undefined,
  filler: Filler,
): readonly Change[] {
  const { action, payload } = change;
  if (!Object.hasOwn(COMPLETIONS, action)) return filler.some(anyChange(feature, filler));
  if (action === 'addReleasePlan') return [change, ...filler.some([addedStrategy(filler)])];
  if (action === 'reorderStrategy') {
    const items = Array.isArray(payload) ? payload : [{}];
    const inFull = items.map((item) => {
      const own = fieldsOf(item);
      return { ...own, ...withId(own, feature, filler) };
    });
    return [{ action, payload: inFull }];
  }
  const completions = COMPLETIONS[action as ChangeAction];
  if (completions.length === 0) return [change];
  const own = fieldsOf(payload);
  const added = completions.map((complete) => complete(own, feature, filler));
  return [{ action, payload: Object.assign({}, own, ...added) as Fields }];
}

const addedStrategy = (filler: Filler): Change => ({
  action: 'addStrategy',
  payload: { name: filler.definition(), segments: [filler.segment()] },
});

/** A change of each action, except that no dependency is one on a feature that nothing says. */
function anyChange(feature: string | undefined, filler: Filler): readonly Change[] {
  return ACTIONS.flatMap((action) =>
    action === 'addStrategy'
      ? [addedStrategy(filler)]
      : completedChange({ action, payload: {} }, feature, filler),
  );
}
