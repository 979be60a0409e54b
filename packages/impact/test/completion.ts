import {
  type Change,
  type ChangeAction,
  type FeatureChanges,
  isName,
  type Touching,
} from '@forewarn/core';

/** What a completion puts where a change request says nothing. */
export interface Filler {
  /** The feature that a change request without changes can change. */
  readonly feature: () => string;
  /** The id of a strategy that a change of this feature can name. */
  readonly strategyId: (feature: string | undefined) => string;
  readonly definition: () => string;
  readonly segment: () => number;
  readonly contextField: () => string;
  /** The feature whose variants an unknown change may patch that is listed under no feature. */
  readonly variantsOf: () => readonly FeatureChanges[];
  /** Some of these changes. */
  readonly some: (changes: readonly Change[]) => readonly Change[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? { ...value } : {});
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isKeptName = (value: unknown): boolean => typeof value === 'string' && isName(value);
const put = (isMissing: boolean, fields: Fields): Fields => (isMissing ? fields : {});

/** The same change request with what it leaves out, in one of the ways that it could have been. What it says stays. */
export const completed = (changeRequest: Touching, filler: Filler): Touching =>
  changeRequest.features.length + changeRequest.segments.length === 0
    ? listed({ ...changeRequest, features: [{ name: filler.feature(), changes: [] }] }, filler)
    : listed(changeRequest, filler);

const listed = ({ features, segments, ...rest }: Touching, filler: Filler): Touching => ({
  ...rest,
  features: [
    ...features.map(({ name, changes, defaultChange }): FeatureChanges => {
      const all = changes.length > 0 ? changes : filler.some(anyChange(name, filler));
      const inFull = (change: Change) => completedChange(change, name, filler);
      return {
        name,
        changes: [...all, ...(defaultChange === undefined ? [] : [defaultChange])].flatMap(inFull),
      };
    }),
    ...segments.filter(mayPatchVariants).flatMap(() => filler.variantsOf()),
  ],
  segments: segments.flatMap((change) => completedChange(change, undefined, filler)),
});

type Complete = (payload: Fields, feature: string | undefined, filler: Filler) => Fields;

const withId: Complete = (payload, feature, filler) =>
  put(!isText(payload['id']), { id: filler.strategyId(feature) });

/** A list that the payload keeps as it is in the snapshot. */
const withList =
  (key: string, filled: (filler: Filler) => unknown): Complete =>
  (payload, _feature, filler) =>
    put(!Array.isArray(payload[key]) && !Array.isArray(fieldsOf(payload['snapshot'])[key]), {
      [key]: filled(filler),
    });

const constraintsOf = ({ contextField }: Filler) => [{ contextName: contextField() }];
const withSegments = withList('segments', ({ segment }) => [segment()]);
const withConstraints = withList('constraints', constraintsOf);

// Without a name, a strategy that is added may lack more.
const withAdded: Complete = (payload, _feature, filler) =>
  put(!isText(payload['name']), addedPayload(filler));

/** What the update of a milestone's strategy neither gives nor has in the snapshot. */
const withMilestone: Complete = (payload, _feature, filler) => {
  const { milestones } = fieldsOf(payload['snapshot']);
  const lists = (Array.isArray(milestones) ? milestones : [{}]).map(
    (each) => fieldsOf(each)['strategies'],
  );
  const all = lists.every((list) => Array.isArray(list)) ? lists.flat() : [];
  const planned = all.map(fieldsOf).find(({ id }) => id === payload['id']);
  const { segments, constraints, ...named } = addedPayload(filler);
  const hasName = [payload, planned ?? {}].some(
    (each) => isKeptName(each['name']) || isKeptName(each['strategyName']),
  );
  const lacks = (key: string, hasKept: boolean): boolean =>
    !Array.isArray(payload[key]) && !hasKept;
  return {
    ...put(!hasName, named),
    ...put(lacks('segments', Array.isArray(planned?.['segments'])), { segments }),
    ...put(lacks('constraints', planned !== undefined), { constraints }),
  };
};

const withParent: Complete = (payload, _feature, filler) =>
  put(!isKeptName(payload['feature']), { feature: filler.feature() });

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
    const all = Array.isArray(strategies) ? strategies : [addedPayload(filler)];
    return { strategies: all.map(planned) };
  });
  return { snapshot: { ...snapshot, milestones: inFull } };
};

const COMPLETIONS: Readonly<Record<ChangeAction, readonly Complete[]>> = {
  updateEnabled: [],
  addStrategy: [withAdded],
  updateStrategy: [withId, withSegments, withConstraints],
  updateMilestoneStrategy: [withId, withMilestone],
  deleteStrategy: [withId],
  reorderStrategy: [],
  patchVariant: [],
  archiveFeature: [],
  addDependency: [withParent],
  deleteDependency: [],
  updateSegment: [withSegmentId, withConstraints],
  deleteSegment: [withSegmentId],
  addReleasePlan: [],
  deleteReleasePlan: [withPlan],
  startMilestone: [withPlan],
  changeMilestoneProgression: [withPlan],
  createMilestoneProgression: [withPlan],
  updateMilestoneProgression: [withPlan],
  deleteMilestoneProgression: [withPlan],
  resumeMilestoneProgression: [withPlan],
  changeSafeguard: [withPlan],
  deleteSafeguard: [withPlan],
  changeReleasePlanSafeguard: [withPlan],
  deleteReleasePlanSafeguard: [withPlan],
  changeFeatureEnvSafeguard: [],
  deleteFeatureEnvSafeguard: [],
};

/** Whether a change may patch variants: an unknown one, or one of a release plan that is not listed. */
function mayPatchVariants({ action, payload }: Change): boolean {
  if (!Object.hasOwn(COMPLETIONS, action) || action === 'addReleasePlan') return true;
  if (!COMPLETIONS[action as ChangeAction].includes(withPlan)) return false;
  const { milestones } = fieldsOf(fieldsOf(payload)['snapshot']);
  return (
    !Array.isArray(milestones) ||
    milestones.some((each) => !Array.isArray(fieldsOf(each)['strategies']))
  );
}

/** Every action. A new one does not compile until it is here. */
export const ACTIONS: readonly string[] = Object.keys(COMPLETIONS);

function completedChange(
  change: Change,
  feature: string | undefined,
  filler: Filler,
): readonly Change[] {
  const { action, payload } = change;
  if (!Object.hasOwn(COMPLETIONS, action)) return filler.some(anyChange(feature, filler));
  if (action === 'addReleasePlan') {
    const deletion = { action: 'deleteStrategy', payload: { id: filler.strategyId(feature) } };
    return [change, ...filler.some([addedStrategy(filler), deletion, { action: 'patchVariant' }])];
  }
  if (action === 'reorderStrategy') {
    const items = Array.isArray(payload) ? payload : [{}];
    const inFull = items.map((item) => {
      const own = fieldsOf(item);
      return { ...own, ...withId(own, feature, filler) };
    });
    return [{ action, payload: inFull }];
  }
  const isUnread = action === 'updateStrategy' && !isFields(payload);
  const completions = [...COMPLETIONS[action as ChangeAction], ...(isUnread ? [withAdded] : [])];
  if (completions.length === 0) return [change];
  const own = fieldsOf(payload);
  const added = completions.map((complete) => complete(own, feature, filler));
  const inFull = { action, payload: Object.assign({}, own, ...added) as Fields };
  const isUnlisted = feature !== undefined && mayPatchVariants(change);
  return [inFull, ...(isUnlisted ? filler.some([{ action: 'patchVariant' }]) : [])];
}

const addedPayload = (filler: Filler): Fields => ({
  name: filler.definition(),
  segments: [filler.segment()],
  constraints: constraintsOf(filler),
});

const addedStrategy = (filler: Filler): Change => ({
  action: 'addStrategy',
  payload: addedPayload(filler),
});

/** A change of each action, except that no dependency is one on a feature that nothing says. */
function anyChange(feature: string | undefined, filler: Filler): readonly Change[] {
  return ACTIONS.flatMap((action) =>
    action === 'addStrategy'
      ? [addedStrategy(filler)]
      : action === 'addDependency'
        ? [{ action }]
        : completedChange({ action, payload: {} }, feature, filler),
  );
}
