import type { ChangeAction, TargetKind } from '@forewarn/core';
import { type ChangeDoubt, doubtsIn, doubtsOf } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { changing } from './samples.ts';

const ALL_BUT_FEATURES: readonly TargetKind[] = [
  'strategy',
  'featureVariants',
  'segment',
  'strategyDefinition',
  'contextField',
];
const missing = (...kinds: readonly TargetKind[]): ChangeDoubt => ({ kinds, why: 'missing-id' });
const unlisted = (...kinds: readonly TargetKind[]): ChangeDoubt => ({ kinds, why: 'not-listed' });

const UNLISTED_USES = unlisted('segment', 'strategyDefinition', 'contextField');
const UNLISTED_PLAN = unlisted(
  'strategy',
  'featureVariants',
  'segment',
  'strategyDefinition',
  'contextField',
);
const planOf = (...strategies: readonly unknown[]) => ({
  snapshot: { milestones: [{ strategies }] },
});
const PLANNED = { id: 's-1', name: 'default', segments: [] };
const FULL = { id: 's-1', name: 'default', segments: [7], constraints: [] };

interface Row {
  /** A payload that leaves nothing in doubt; absent if none does. */
  readonly whole?: unknown;
  /** The doubts of a change without a payload. */
  readonly bare: readonly ChangeDoubt[];
}

// What each action leaves in doubt; a new action does not compile until it has a row.
const TABLE: Readonly<Record<ChangeAction, Row>> = {
  updateEnabled: { whole: {}, bare: [] },
  addStrategy: { whole: { name: 'default' }, bare: [UNLISTED_USES] },
  updateStrategy: {
    whole: FULL,
    bare: [missing('strategy'), unlisted('segment', 'contextField')],
  },
  updateMilestoneStrategy: {
    whole: { id: 's-1', ...planOf(PLANNED) },
    bare: [missing('strategy'), UNLISTED_USES],
  },
  deleteStrategy: { whole: { id: 's-1' }, bare: [missing('strategy')] },
  reorderStrategy: { whole: [{ id: 's-1' }], bare: [missing('strategy')] },
  patchVariant: { whole: [], bare: [] },
  archiveFeature: { whole: {}, bare: [] },
  addDependency: { whole: { feature: 'payments' }, bare: [missing('feature')] },
  deleteDependency: { whole: {}, bare: [] },
  updateSegment: {
    whole: { id: 7, constraints: [] },
    bare: [missing('segment'), unlisted('contextField')],
  },
  deleteSegment: { whole: { id: 0 }, bare: [missing('segment')] },
  addReleasePlan: { bare: [UNLISTED_USES] },
  deleteReleasePlan: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  startMilestone: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  createMilestoneProgression: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  updateMilestoneProgression: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  changeMilestoneProgression: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  deleteMilestoneProgression: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  resumeMilestoneProgression: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  changeSafeguard: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  deleteSafeguard: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  changeReleasePlanSafeguard: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  deleteReleasePlanSafeguard: { whole: planOf(PLANNED), bare: [UNLISTED_PLAN] },
  changeFeatureEnvSafeguard: { whole: {}, bare: [] },
  deleteFeatureEnvSafeguard: { whole: {}, bare: [] },
};

const ODD_PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  'abc',
  7,
  true,
  {},
  { id: null, name: null, segments: null, feature: '' },
  { feature: 'a\nb' },
  { id: {}, name: [], snapshot: null },
  { id: ['s-1'], snapshot: [] },
  { id: '', name: '', snapshot: { name: '', segments: {}, milestones: {} } },
  { strategy: { id: 's-1' }, snapshot: { milestones: [{}] } },
];

describe('doubtsOf: the table', () => {
  test.each(Object.entries(TABLE))('%s', (action, { whole, bare }) => {
    expect(whole === undefined ? [] : doubtsOf({ action, payload: whole })).toEqual([]);
    for (const payload of ODD_PAYLOADS) expect(doubtsOf({ action, payload })).toEqual(bare);
  });

  test.each(['teleportFeature', 'UpdateStrategy', '', '__proto__', 'constructor', 'toString'])(
    'the unknown action %j may touch everything except other features',
    (action) => {
      expect(doubtsOf({ action, payload: FULL })).toEqual([
        { kinds: ALL_BUT_FEATURES, why: 'unknown-action' },
      ]);
    },
  );
});

describe('doubtsOf: snapshots', () => {
  test('updateStrategy is whole with its snapshot', () => {
    const payload = { id: 's-1', snapshot: { segments: [], constraints: [] } };
    expect(doubtsOf({ action: 'updateStrategy', payload })).toEqual([]);
  });

  test.each([
    ['a strategy without an id', planOf(PLANNED, { ...PLANNED, id: '' }), 'strategy'],
    ['a strategy without a name', planOf({ ...PLANNED, name: 7 }), 'strategyDefinition'],
    ['a strategy without segments', planOf({ ...PLANNED, segments: null }, PLANNED), 'segment'],
  ] as const)('a release plan with %s leaves that in doubt', (_what, payload, kind) => {
    expect(doubtsOf({ action: 'startMilestone', payload })).toEqual([unlisted(kind)]);
  });

  test.each([
    ['segments', ['7'], 'segment'],
    ['segments', 7, 'segment'],
    ['constraints', [{}], 'contextField'],
    ['constraints', 'country', 'contextField'],
  ] as const)('addStrategy with the %s %j leaves that in doubt', (key, list, kind) => {
    const payload = { name: 'default', [key]: list };
    expect(doubtsOf({ action: 'addStrategy', payload })).toEqual([unlisted(kind)]);
  });

  test('updateMilestoneStrategy without an id is no strategy without an id', () => {
    const payload = planOf({ name: 'default', segments: [] });
    const doubts = [missing('strategy'), UNLISTED_USES];
    expect(doubtsOf({ action: 'updateMilestoneStrategy', payload })).toEqual(doubts);
  });

  test('a milestone without strategies leaves all of them in doubt, no milestone nothing', () => {
    const doubtsWith = (...milestones: readonly unknown[]) =>
      doubtsOf({ action: 'startMilestone', payload: { snapshot: { milestones } } });
    expect(doubtsWith({ strategies: [PLANNED] }, { name: 'second' })).toEqual([UNLISTED_PLAN]);
    expect(doubtsWith()).toEqual([]);
  });
});

describe('doubtsOf: ids', () => {
  test.each([
    ['one item without an id', [{ id: 's-1' }, { sortOrder: 2 }]],
    ['one item with an empty id', [{ id: '' }, { id: 's-2' }]],
    ['one item that is null', [null, { id: 's-2' }]],
    ['bare ids', ['s-1', 's-2']],
    ['an object', { id: 's-1' }],
  ])('reorderStrategy with %s leaves strategies in doubt', (_what, payload) => {
    expect(doubtsOf({ action: 'reorderStrategy', payload })).toEqual([missing('strategy')]);
  });

  test('reorderStrategy of no strategies leaves nothing in doubt', () => {
    expect(doubtsOf({ action: 'reorderStrategy', payload: [] })).toEqual([]);
  });

  test.each(['7', 1.5, 2 ** 53])('a segment is not identified by %j', (id) => {
    expect(doubtsOf({ action: 'deleteSegment', payload: { id } })).toEqual([missing('segment')]);
  });
});

describe('doubtsIn', () => {
  test('says where each doubt is listed', () => {
    const features = [changing('a', 'updateEnabled', 'reorderStrategy'), changing('b')];
    const segments = [{ action: 'deleteSegment', payload: { id: 7 } }, { action: 'mergeSegments' }];
    const inA = { path: 'features[0].changes[1]', action: 'reorderStrategy', feature: 'a' };
    const unknown = { kinds: ALL_BUT_FEATURES, why: 'unknown-action' };
    expect(doubtsIn({ features, segments })).toEqual([
      { ...inA, ...missing('strategy') },
      { path: 'features[1]', feature: 'b', ...unlisted('feature', ...ALL_BUT_FEATURES) },
      { path: 'segments[1]', action: 'mergeSegments', ...unknown },
    ]);
  });

  test('is empty for a change request that names all that it touches', () => {
    const changes = [{ action: 'updateStrategy', payload: FULL }];
    expect(doubtsIn({ features: [{ name: 'a', changes }], segments: [] })).toEqual([]);
  });
});
