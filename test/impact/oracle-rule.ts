import type { Change } from '@forewarn/core';

/** The kinds of target, in the oracle's own words. */
export type KindOfTarget = (typeof COLUMNS)[number];

/** The kinds in the order in which a doubt names them. */
const COLUMNS = [
  'feature',
  'strategy',
  'variants',
  'segment',
  'definition',
  'environment',
  'field',
  'user',
] as const;

interface DoubtOfChange {
  readonly why: 'unknown-action' | 'missing-id' | 'not-listed';
  readonly kinds: readonly KindOfTarget[];
}

// Reading damaged JSON: what is not of the right type is not there.

export const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length >= 1 &&
  value.length <= 255 &&
  value.isWellFormed() &&
  !/\p{Cc}/u.test(value);

const isSegment = (value: unknown): value is number => Number.isSafeInteger(value);

const listIn = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;

/** A field of an object. Arrays and texts have none. */
export function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined;
}

const textIn = (value: unknown, field: string): string | undefined => {
  const text = fieldOf(value, field);
  return isText(text) ? text : undefined;
};

/** What a list says, entry by entry: undefined for one that can't be read. */
type Entries<T> = readonly (T | undefined)[] | undefined;

/** None if the list is absent. */
const orNone = <T>(entries: Entries<T>, list: unknown): Entries<T> =>
  list === undefined || list === null ? [] : entries;

const segmentsIn = (value: unknown): Entries<number> =>
  listIn(fieldOf(value, 'segments'))?.map((each) => (isSegment(each) ? each : undefined));

/** The context fields of an object's constraints. */
const contextFieldsIn = (value: unknown): Entries<string> =>
  listIn(fieldOf(value, 'constraints'))?.map((each) => textIn(each, 'contextName'));

const contextFieldsOrNone = (value: unknown): Entries<string> =>
  orNone(contextFieldsIn(value), fieldOf(value, 'constraints'));

const definitionIn = (value: unknown): string | undefined =>
  textIn(value, 'name') ?? textIn(value, 'strategyName');

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

const ON_SEGMENT = new Set(['updateSegment', 'deleteSegment']);

/** The actions on a release plan whose strategies only a snapshot says. */
const ON_PLAN = new Set([
  'deleteReleasePlan',
  'startMilestone',
  'changeMilestoneProgression',
  'createMilestoneProgression',
  'updateMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'changeSafeguard',
  'deleteReleasePlanSafeguard',
  'deleteSafeguard',
]);

/** The actions of the specification. */
const KNOWN_ACTIONS: readonly string[] = [
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
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
  ...ON_PLAN,
  ...ON_SEGMENT,
];

/** What a change says: what it touches, each target once, as `kind value`, and at most one doubt per reason. */
interface ChangeRead {
  readonly touched: readonly string[];
  readonly doubts: readonly DoubtOfChange[];
}

/** Takes notes of what a change says. */
function makeNotes() {
  const touched = new Set<string>();
  const missing = new Set<KindOfTarget>();
  const unlisted = new Set<KindOfTarget>();
  const touch = (kind: KindOfTarget, value: string | number | undefined): void => {
    if (value !== undefined) touched.add(`${kind} ${value}`);
  };
  return {
    touch,
    /** Touches a target whose id must be there. */
    mustTouch: (kind: KindOfTarget, value: string | number | undefined): void => {
      touch(kind, value);
      if (value === undefined) missing.add(kind);
    },
    /** Touches a target, or targets, that a list of the change must say. */
    mustList: (kind: KindOfTarget, entries: Entries<string | number>): void => {
      for (const entry of entries ?? []) touch(kind, entry);
      if (entries === undefined || entries.includes(undefined)) unlisted.add(kind);
    },
    unlist: (...kinds: readonly KindOfTarget[]): void => {
      for (const kind of kinds) unlisted.add(kind);
    },
    read: (): ChangeRead => {
      const doubt = (why: DoubtOfChange['why'], of: ReadonlySet<KindOfTarget>) =>
        of.size === 0 ? [] : [{ why, kinds: COLUMNS.filter((kind) => of.has(kind)) }];
      const doubts = [...doubt('missing-id', missing), ...doubt('not-listed', unlisted)];
      return {
        touched: [...touched],
        doubts: doubts.toSorted((a, b) => columnOf(a) - columnOf(b)),
      };
    },
  };
}

type Notes = ReturnType<typeof makeNotes>;

/** The column of the table in which the first kind stands. */
const columnOf = ({ kinds: [first] }: DoubtOfChange): number => COLUMNS.indexOf(first ?? 'feature');

/** What can be anything under a feature. */
export const IN_A_FEATURE = ['strategy', 'variants', 'segment', 'definition', 'field'] as const;

/** Returns what a change touches, its environment apart, and what it leaves in doubt. */
export function readChange({ action, payload }: Change, feature: string | undefined): ChangeRead {
  const notes = makeNotes();
  const { touch, mustTouch, mustList, unlist } = notes;
  if (!ON_SEGMENT.has(action)) touch('feature', feature);
  switch (action) {
    case 'addStrategy': {
      const name = textIn(payload, 'name');
      touch('definition', name);
      mustList('segment', orNone(segmentsIn(payload), fieldOf(payload, 'segments')));
      mustList('field', contextFieldsOrNone(payload));
      if (name === undefined) unlist('segment', 'definition', 'field');
      break;
    }
    case 'updateStrategy': {
      const snapshot = fieldOf(payload, 'snapshot');
      mustTouch('strategy', textIn(payload, 'id'));
      touch('definition', textIn(payload, 'name'));
      mustList('segment', segmentsIn(payload) ?? segmentsIn(snapshot));
      mustList('field', contextFieldsIn(payload) ?? contextFieldsIn(snapshot));
      break;
    }
    case 'updateMilestoneStrategy':
      readMilestoneStrategy(payload, notes);
      break;
    case 'deleteStrategy':
      mustTouch('strategy', textIn(payload, 'id'));
      break;
    case 'reorderStrategy':
      for (const each of listIn(payload) ?? [undefined]) mustTouch('strategy', textIn(each, 'id'));
      break;
    case 'patchVariant':
      touch('variants', feature);
      break;
    case 'addDependency':
      mustTouch('feature', textIn(payload, 'feature'));
      break;
    case 'deleteDependency':
      touch('feature', textIn(payload, 'feature'));
      break;
    case 'addReleasePlan':
      unlist('segment', 'definition', 'field');
      break;
    case 'updateSegment':
    case 'deleteSegment':
      readSegment(action, payload, notes);
      break;
  }
  if (ON_PLAN.has(action)) readPlan(fieldOf(payload, 'snapshot'), notes);
  if (KNOWN_ACTIONS.includes(action)) return notes.read();
  return { ...notes.read(), doubts: [{ why: 'unknown-action', kinds: IN_A_FEATURE }] };
}

function readMilestoneStrategy(payload: unknown, { mustTouch, mustList }: Notes): void {
  const id = textIn(payload, 'id');
  const planned =
    id === undefined
      ? undefined
      : strategiesOfPlan(fieldOf(payload, 'snapshot')).all.find(
          (each) => textIn(each, 'id') === id,
        );
  mustTouch('strategy', id);
  mustList('segment', segmentsIn(payload) ?? segmentsIn(planned));
  mustList('definition', [definitionIn(payload) ?? definitionIn(planned)]);
  const ofPlanned = planned === undefined ? undefined : contextFieldsOrNone(planned);
  mustList('field', contextFieldsIn(payload) ?? ofPlanned);
}

function readSegment(action: string, payload: unknown, { mustTouch, mustList }: Notes): void {
  const id = fieldOf(payload, 'id');
  mustTouch('segment', isSegment(id) ? id : undefined);
  if (action === 'deleteSegment') return;
  const snapshot = fieldOf(payload, 'snapshot');
  mustList('field', contextFieldsIn(payload) ?? contextFieldsIn(snapshot));
}

function readPlan(snapshot: unknown, { mustList, unlist }: Notes): void {
  const { all, isWhole } = strategiesOfPlan(snapshot);
  if (!isWhole) unlist(...IN_A_FEATURE);
  for (const strategy of all) {
    mustList('strategy', [textIn(strategy, 'id')]);
    mustList('definition', [definitionIn(strategy)]);
    mustList('segment', segmentsIn(strategy));
    mustList('field', contextFieldsOrNone(strategy));
  }
}
