import type { Change } from '@forewarn/core';

/** The kinds of target, in the oracle's own words. */
export type KindOfTarget = 'feature' | 'strategy' | 'variants' | 'segment' | 'definition';

interface DoubtOfChange {
  readonly why: 'unknown-action' | 'missing-id' | 'not-listed';
  readonly kinds: readonly KindOfTarget[];
}

// Reading damaged JSON: what is not of the right type is not there.

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length >= 1 &&
  value.length <= 255 &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value);

const isSegment = (value: unknown): value is number => Number.isSafeInteger(value);

const listIn = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;

/** A field of an object. Arrays and texts have none. */
function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined;
}

const textIn = (value: unknown, field: string): string | undefined => {
  const text = fieldOf(value, field);
  return isText(text) ? text : undefined;
};

/** The ids of the segments that an object lists, and whether there is a list of which each can be read. */
function segmentsIn(value: unknown): {
  readonly ids: readonly number[];
  readonly isWhole: boolean;
} {
  const list = listIn(fieldOf(value, 'segments'));
  const ids = (list ?? []).filter(isSegment);
  return { ids, isWhole: list !== undefined && ids.length === list.length };
}

/** What says the segments of an updated strategy: the payload if it has a list, else its snapshot. */
const listingSegments = (payload: unknown): unknown =>
  listIn(fieldOf(payload, 'segments')) === undefined ? fieldOf(payload, 'snapshot') : payload;

/** The strategies of a release plan, and whether it lists those of each milestone. */
function strategiesOfPlan(plan: unknown): {
  readonly all: readonly unknown[];
  readonly isWhole: boolean;
} {
  const milestones = listIn(fieldOf(plan, 'milestones'));
  const lists = (milestones ?? []).map((each) => listIn(fieldOf(each, 'strategies')));
  const isWhole = milestones !== undefined && lists.every((list) => list !== undefined);
  return { all: lists.flatMap((list) => list ?? []), isWhole };
}

const ON_FEATURE = new Set([
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'updateMilestoneStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'addReleasePlan',
  'deleteReleasePlan',
  'startMilestone',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'deleteReleasePlanSafeguard',
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
]);

const ON_SEGMENT = new Set(['updateSegment', 'deleteSegment']);

/** The actions on a release plan whose strategies only a snapshot says. */
const ON_PLAN = new Set([
  'deleteReleasePlan',
  'startMilestone',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'deleteReleasePlanSafeguard',
]);

/** The actions of the specification. */
export const KNOWN_ACTIONS: readonly string[] = [...ON_FEATURE, ...ON_SEGMENT];

const isKnown = (action: string): boolean => ON_FEATURE.has(action) || ON_SEGMENT.has(action);

/** Returns what a change touches, each target once, as `kind value`. */
export function touchesOfChange(
  { action, payload }: Change,
  feature: string | undefined,
): readonly string[] {
  const touched = new Set<string>();
  const touch = (kind: KindOfTarget, value: string | number | undefined): void => {
    if (value !== undefined) touched.add(`${kind} ${value}`);
  };
  const snapshot = fieldOf(payload, 'snapshot');

  if (!ON_SEGMENT.has(action)) touch('feature', feature);
  switch (action) {
    case 'addStrategy':
      touch('definition', textIn(payload, 'name'));
      for (const id of segmentsIn(payload).ids) touch('segment', id);
      break;
    case 'updateStrategy':
      touch('strategy', textIn(payload, 'id'));
      touch('definition', textIn(payload, 'name') ?? textIn(snapshot, 'name'));
      for (const id of segmentsIn(listingSegments(payload)).ids) touch('segment', id);
      break;
    case 'updateMilestoneStrategy':
      touch('strategy', textIn(payload, 'id'));
      for (const id of segmentsIn(payload).ids) touch('segment', id);
      for (const strategy of strategiesOfPlan(snapshot).all)
        touch('definition', textIn(strategy, 'name'));
      break;
    case 'deleteStrategy':
      touch('strategy', textIn(payload, 'id'));
      touch('definition', textIn(payload, 'name') ?? textIn(snapshot, 'name'));
      break;
    case 'reorderStrategy':
      for (const each of listIn(payload) ?? []) touch('strategy', textIn(each, 'id'));
      break;
    case 'patchVariant':
      touch('variants', feature);
      break;
    case 'addDependency':
    case 'deleteDependency':
      touch('feature', textIn(payload, 'feature'));
      break;
    case 'updateSegment':
    case 'deleteSegment': {
      const id = fieldOf(payload, 'id');
      if (isSegment(id)) touch('segment', id);
      break;
    }
  }
  if (ON_PLAN.has(action)) {
    for (const strategy of strategiesOfPlan(snapshot).all) {
      touch('strategy', textIn(strategy, 'id'));
      touch('definition', textIn(strategy, 'name'));
      for (const id of segmentsIn(strategy).ids) touch('segment', id);
    }
  }
  return [...touched];
}

/** Returns what a change leaves in doubt, at most one doubt per reason. */
export function doubtsOfChange({ action, payload }: Change): readonly DoubtOfChange[] {
  if (!isKnown(action)) {
    return [{ why: 'unknown-action', kinds: ['strategy', 'variants', 'segment', 'definition'] }];
  }
  const missing: KindOfTarget[] = [];
  const unlisted: KindOfTarget[] = [];
  const snapshot = fieldOf(payload, 'snapshot');

  if (['updateStrategy', 'deleteStrategy', 'updateMilestoneStrategy'].includes(action)) {
    if (textIn(payload, 'id') === undefined) missing.push('strategy');
  }
  if (action === 'updateStrategy' || action === 'deleteStrategy') {
    const name = textIn(payload, 'name') ?? textIn(snapshot, 'name');
    if (name === undefined) missing.push('definition');
  }
  if (action === 'updateStrategy') {
    if (!segmentsIn(listingSegments(payload)).isWhole) unlisted.push('segment');
  }
  if (action === 'updateMilestoneStrategy') {
    const { all, isWhole } = strategiesOfPlan(snapshot);
    const isNamed = all.every((each) => textIn(each, 'name') !== undefined);
    if (!isWhole || !isNamed) unlisted.push('definition');
  }
  if (action === 'reorderStrategy') {
    const ids = listIn(payload)?.map((each) => textIn(each, 'id'));
    if (ids === undefined || ids.includes(undefined)) missing.push('strategy');
  }
  if (ON_SEGMENT.has(action) && !isSegment(fieldOf(payload, 'id'))) missing.push('segment');
  if (action === 'addReleasePlan') unlisted.push('segment', 'definition');
  if (ON_PLAN.has(action)) {
    const { all, isWhole } = strategiesOfPlan(snapshot);
    if (!isWhole || all.some((each) => textIn(each, 'id') === undefined)) unlisted.push('strategy');
    if (!isWhole || all.some((each) => !segmentsIn(each).isWhole)) unlisted.push('segment');
    if (!isWhole || all.some((each) => textIn(each, 'name') === undefined)) {
      unlisted.push('definition');
    }
  }
  const doubts: DoubtOfChange[] = [];
  if (missing.length > 0) doubts.push({ why: 'missing-id', kinds: missing });
  if (unlisted.length > 0) doubts.push({ why: 'not-listed', kinds: unlisted });
  return doubts.toSorted((a, b) => columnOf(a) - columnOf(b));
}

/** The column of the table in which the first kind stands. */
const columnOf = ({ kinds: [first] }: DoubtOfChange): number => COLUMNS.indexOf(first ?? 'feature');

const COLUMNS: readonly KindOfTarget[] = [
  'feature',
  'strategy',
  'variants',
  'segment',
  'definition',
];
