import {
  type ChangeAction,
  type ChangeReading,
  type ChangeLocation,
  type Readings,
  readingsIn,
  type ScheduledChangeRequest,
  type Target,
} from '@forewarn/core';
import type { ImpactQuestion, Intent } from '@forewarn/impact';
import { type Doubt, doubtsIn, scheduledAtOf, targetKey, UNSCHEDULED } from '@forewarn/record';

/** What applying a change does to one target. */
export interface Effect extends Pick<ImpactQuestion, 'target' | 'inEnvironment'>, ChangeLocation {
  /** Absent if it can't be seen: then it may be any intent, for the feature that the change is listed under. */
  readonly intent?: Intent | 'lose-parent';
  /** The parent that a feature gets or loses, if it can be seen. */
  readonly parent?: string;
}

/** What an action does to those of its targets that have a kind. */
interface Row {
  readonly kind: (typeof INFLUENCED_KINDS)[number];
  readonly intent: NonNullable<Effect['intent']>;
  /** What it does to a feature that it names, and is not listed under; absent if nothing. */
  readonly asParent?: Intent;
}

const NONE: readonly Row[] = [];

// Not in the open edition, so their effects are not known.
const UNSEEN = undefined;

const ROWS: Readonly<Record<ChangeAction, readonly Row[] | undefined>> = {
  updateEnabled: NONE,
  addStrategy: NONE,
  updateStrategy: [{ kind: 'strategy', intent: 'update' }],
  deleteStrategy: [{ kind: 'strategy', intent: 'delete' }],
  reorderStrategy: NONE,
  patchVariant: [{ kind: 'featureVariants', intent: 'update' }],
  archiveFeature: [{ kind: 'feature', intent: 'archive' }],
  addDependency: [{ kind: 'feature', intent: 'become-child', asParent: 'become-parent' }],
  deleteDependency: [{ kind: 'feature', intent: 'lose-parent' }],
  updateSegment: [{ kind: 'segment', intent: 'update' }],
  deleteSegment: [{ kind: 'segment', intent: 'delete' }],
  updateMilestoneStrategy: UNSEEN,
  addReleasePlan: UNSEEN,
  deleteReleasePlan: UNSEEN,
  startMilestone: UNSEEN,
  changeMilestoneProgression: UNSEEN,
  createMilestoneProgression: UNSEEN,
  updateMilestoneProgression: UNSEEN,
  deleteMilestoneProgression: UNSEEN,
  resumeMilestoneProgression: UNSEEN,
  changeSafeguard: UNSEEN,
  deleteSafeguard: UNSEEN,
  changeReleasePlanSafeguard: UNSEEN,
  deleteReleasePlanSafeguard: UNSEEN,
  changeFeatureEnvSafeguard: UNSEEN,
  deleteFeatureEnvSafeguard: UNSEEN,
};

/** The kinds of target that an {@link Influence} can be on: what affects a change request does so by what it touches of these. */
export const INFLUENCED_KINDS = ['feature', 'strategy', 'featureVariants', 'segment'] as const;

const INFLUENCED: ReadonlySet<string> = new Set(INFLUENCED_KINDS);

/** Whether an {@link Influence} can be on a target. */
export const isInfluenced = ({ kind }: Pick<Target, 'kind'>): boolean => INFLUENCED.has(kind);

/** Whether others may affect a change request by what it does not say that it touches. */
export const mayTouchMore = (changeRequest: Effective): boolean =>
  doubtsIn(changeRequest).some(({ kinds }) => kinds.some((kind) => INFLUENCED.has(kind)));

/** Whether a change request with these doubts may affect any feature: it does not list its changes, or names no parent. */
export const mayAffectAny = (doubts: readonly Doubt[]): boolean =>
  doubts.some(({ kinds }) => kinds.includes('feature'));

/** How a change request that is going to be applied bears on others that touch a target. */
export interface Influence {
  readonly target: Target;
  /** Whether applying the change request has an effect on it, of which those after it are to know. */
  readonly isEffective: boolean;
  /** Whether it removes a dependency of it, of which those before and after it are to know. */
  readonly hasDependency: boolean;
  /** Whether it becomes a parent, which something after it can undo that only the child shows. */
  readonly getsChild: boolean;
}

/** The parts of a change request that decide its effects. */
export type Effective = Pick<ScheduledChangeRequest, 'environment' | 'features' | 'segments'>;

/** Whether a change request is going to be applied: it is pending, with a time that can be read. It may be overdue. */
export const isPlanned = (changeRequest: Pick<ScheduledChangeRequest, 'schedule'>): boolean =>
  changeRequest.schedule?.status === 'pending' && scheduledAtOf(changeRequest) !== UNSCHEDULED;

/**
 * Returns the influences of a change request, one for each target by which a forecast finds it. A store can keep that,
 * since it does not depend on the time. Each is one of `targetsOf`.
 */
export function influencesOf(
  changeRequest: Effective & Pick<ScheduledChangeRequest, 'schedule'>,
  readings: Readings = readingsIn(changeRequest),
): readonly Influence[] {
  if (!isPlanned(changeRequest)) return [];
  const influences = new Map<string, Influence>();
  const add = (target: Target, has: Partial<Influence>): void => {
    const key = targetKey(target);
    const known = influences.get(key) ?? {
      target,
      isEffective: false,
      hasDependency: false,
      getsChild: false,
    };
    influences.set(key, { ...known, ...has });
  };
  for (const { target, intent } of eachEffectOf(changeRequest, readings)) {
    const getsChild = intent === 'become-parent';
    add(target, { isEffective: true, ...(getsChild ? { getsChild } : {}) });
  }
  for (const target of dependenciesIn(readings)) add(target, { hasDependency: true });
  return [...influences.values()];
}

/** Returns what applying a change request does to each target, each intent once: of each child and parent, what is last. */
export function effectsOf(
  changeRequest: Effective,
  readings: Readings = readingsIn(changeRequest),
): readonly Effect[] {
  const once = new Map<string, Effect>();
  for (const effect of eachEffectOf(changeRequest, readings)) {
    const { intent = '', target, parent = '', feature = '' } = effect;
    const end = intent === 'become-parent' ? feature : parent;
    const key = `${intent} ${targetKey(target)} ${intent === 'become-child' ? '' : end}`;
    // Of several parents that a feature gets, the last one stays. One that it loses and gets stays as well.
    if (isOfDependency(effect)) once.delete(key);
    if (!once.has(key)) once.set(key, effect);
  }
  return [...once.values()];
}

/** Whether some effects make or remove a dependency: what needs it goes by more than whether their change request breaks. */
export const changeDependencies = (effects: readonly Pick<Effect, 'intent'>[]): boolean =>
  effects.some(isOfDependency);

/** Whether an effect makes or removes a dependency. */
export const isOfDependency = ({ intent }: Pick<Effect, 'intent'>): boolean =>
  intent === 'become-child' || intent === 'become-parent' || intent === 'lose-parent';

function* eachEffectOf({ environment }: Effective, readings: Readings): Generator<Effect> {
  for (const reading of readings.all) {
    yield* effectsAt(reading, environment);
  }
}

function* effectsAt(
  { facets, ...location }: ChangeReading,
  environment: string,
): Generator<Effect> {
  const { feature } = location;
  const rows = rowsOf(location);
  const read = facets.filter(({ kind }) => rows?.some((row) => row.kind === kind));
  const targets = read.flatMap((each) => each.targets);
  const parent = parentIn(targets, feature);
  const named = parent === undefined ? {} : { parent: parent.name };
  for (const { kind, intent, asParent } of rows ?? NONE) {
    const where = kind === 'featureVariants' ? { inEnvironment: environment } : {};
    for (const target of targets) {
      if (target.kind !== kind) continue;
      if (target !== parent) yield { ...location, target, intent, ...where, ...named };
      else if (asParent !== undefined) yield { ...location, target, intent: asParent };
    }
  }
  const isUnseen = rows === undefined || read.some(({ isComplete }) => !isComplete);
  if (isUnseen && feature !== undefined) yield unseenAt({ ...location, feature });
}

/** Finds the feature that a change names, and is not listed under: the parent of the one that it is listed under. */
const parentIn = (
  targets: readonly Target[],
  feature: string | undefined,
): Extract<Target, { kind: 'feature' }> | undefined =>
  targets.filter((target) => target.kind === 'feature').find(({ name }) => name !== feature);

const unseenAt = (location: ChangeLocation & { readonly feature: string }): Effect => ({
  ...location,
  target: { kind: 'feature', name: location.feature },
});

const rowsOf = ({ action = '' }: ChangeLocation): readonly Row[] | undefined =>
  Object.hasOwn(ROWS, action) ? ROWS[action as ChangeAction] : UNSEEN;

/** The features at both ends of the dependencies that a change request removes: they have it until then. */
const dependenciesIn = ({ features }: Readings): readonly Target[] =>
  features
    .flatMap(({ changes }) => changes)
    .filter(({ action }) => action === 'deleteDependency')
    .flatMap(({ facets }) => facets.flatMap(({ targets }) => targets))
    .filter(({ kind }) => kind === 'feature');

/** From when on others matter to which an influence on a target matters: an effect on a feature, or a dependency, also to earlier ones. */
export const affectedFrom = (
  { kind }: Pick<Target, 'kind'>,
  { hasDependency, scheduledAt }: { readonly hasDependency: boolean; readonly scheduledAt: number },
): number => (hasDependency || kind === 'feature' ? 0 : scheduledAt);
