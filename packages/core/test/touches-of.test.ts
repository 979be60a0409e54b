import { describe, expect, test } from 'vitest';
import type { ChangeAction } from '../src/change.ts';
import type { Target } from '../src/target.ts';
import { touchesOf } from '../src/touches-of.ts';

const SUBJECT: Target = { kind: 'feature', name: 'checkout' };
const STRATEGY: Target = { kind: 'strategy', id: 's-1' };
const VARIANTS: Target = { kind: 'featureVariants', feature: 'checkout' };
const SEGMENTS: readonly Target[] = [
  { kind: 'segment', id: 3 },
  { kind: 'segment', id: 5 },
];
const DEFINITION: Target = { kind: 'strategyDefinition', name: 'flexibleRollout' };

const COUNTRY: Target = { kind: 'contextField', name: 'country' };
const PARENT: Target = { kind: 'feature', name: 'parent' };
const PLANNED: readonly Target[] = [
  { kind: 'strategy', id: 's-7' },
  { kind: 'strategy', id: 's-8' },
  { kind: 'segment', id: 11 },
  { kind: 'strategyDefinition', name: 'default' },
  { kind: 'strategyDefinition', name: 'remoteAddress' },
  { kind: 'contextField', name: 'appName' },
];

const SNAPSHOT = {
  id: 's-9',
  name: 'userWithId',
  segments: [9],
  milestones: [
    {
      strategies: [
        { id: 's-7', name: 'default', segments: [11], constraints: [{ contextName: 'appName' }] },
      ],
    },
    { strategies: [{ id: 's-8', strategyName: 'remoteAddress', segments: [] }] },
  ],
};

// All fields that any action reads, so that the empty cells of the table are tested, too.
const FULL = {
  id: 's-1',
  name: 'flexibleRollout',
  segments: [3, 5],
  constraints: [{ contextName: 'country' }],
  variants: [{ name: 'blue' }],
  feature: 'parent',
  snapshot: SNAPSHOT,
};
const FULL_SEGMENT = { ...FULL, id: 7, name: 'beta' };
const FULL_ORDER = [
  { id: 's-1', sortOrder: 1, name: 'flexibleRollout', segments: [3] },
  { id: 's-2', sortOrder: 2, name: 'default', segments: [5] },
];

type Row = readonly [payload: unknown, ...touched: Target[]];

// The targets of each action, row by row; a new action does not compile until it has a row.
const TABLE: Readonly<Record<ChangeAction, Row>> = {
  updateEnabled: [FULL, SUBJECT],
  addStrategy: [FULL, SUBJECT, ...SEGMENTS, DEFINITION, COUNTRY],
  updateStrategy: [FULL, SUBJECT, STRATEGY, ...SEGMENTS, DEFINITION, COUNTRY],
  updateMilestoneStrategy: [FULL, SUBJECT, STRATEGY, ...SEGMENTS, DEFINITION, COUNTRY],
  deleteStrategy: [FULL, SUBJECT, STRATEGY],
  reorderStrategy: [FULL_ORDER, SUBJECT, STRATEGY, { kind: 'strategy', id: 's-2' }],
  patchVariant: [FULL, SUBJECT, VARIANTS],
  archiveFeature: [FULL, SUBJECT],
  addDependency: [FULL, SUBJECT, PARENT],
  deleteDependency: [FULL, SUBJECT, PARENT],
  updateSegment: [FULL_SEGMENT, { kind: 'segment', id: 7 }, COUNTRY],
  deleteSegment: [FULL_SEGMENT, { kind: 'segment', id: 7 }],
  addReleasePlan: [FULL, SUBJECT],
  deleteReleasePlan: [FULL, SUBJECT, ...PLANNED],
  startMilestone: [FULL, SUBJECT, ...PLANNED],
  changeMilestoneProgression: [FULL, SUBJECT, ...PLANNED],
  createMilestoneProgression: [FULL, SUBJECT, ...PLANNED],
  updateMilestoneProgression: [FULL, SUBJECT, ...PLANNED],
  deleteMilestoneProgression: [FULL, SUBJECT, ...PLANNED],
  resumeMilestoneProgression: [FULL, SUBJECT, ...PLANNED],
  changeSafeguard: [FULL, SUBJECT, ...PLANNED],
  deleteSafeguard: [FULL, SUBJECT, ...PLANNED],
  changeReleasePlanSafeguard: [FULL, SUBJECT, ...PLANNED],
  deleteReleasePlanSafeguard: [FULL, SUBJECT, ...PLANNED],
  changeFeatureEnvSafeguard: [FULL, SUBJECT],
  deleteFeatureEnvSafeguard: [FULL, SUBJECT],
};

const SEGMENT_ACTIONS = ['updateSegment', 'deleteSegment'];
const FEATURE_ACTIONS = Object.keys(TABLE).filter((action) => !SEGMENT_ACTIONS.includes(action));

describe('touchesOf: the table', () => {
  test('has its 26 known actions', () => {
    expect(Object.keys(TABLE)).toHaveLength(26);
  });

  test.each(Object.entries(TABLE))('%s', (action, [payload, ...touched]) => {
    // The table doesn't state an order.
    expect(new Set(touchesOf({ action, payload }, 'checkout'))).toEqual(new Set(touched));
    expect(touchesOf({ action, payload }, 'checkout')).toHaveLength(touched.length);
  });

  test.each<[action: string, payload: unknown, ...touched: readonly Target[]]>([
    ['addDependency', { feature: 'parent', id: 'p', name: 'p' }, PARENT],
    ['deleteDependency', { feature: 'parent', id: 'p', name: 'p' }, PARENT],
    ['addDependency', { id: 'p' }],
    ['deleteDependency', { id: 'p' }],
    ['deleteStrategy', { id: 7 }],
    ['addStrategy', { segments: ['3', null, 5, 1.5, [3]], name: 7 }, { kind: 'segment', id: 5 }],
    ['reorderStrategy', [null, { id: '' }, 's-9', { id: 's-1' }], STRATEGY],
  ])('%s with %j touches its feature and what is readable', (action, payload, ...touched) => {
    expect(touchesOf({ action, payload }, 'checkout')).toEqual([SUBJECT, ...touched]);
  });

  test('updateMilestoneStrategy touches what the strategy with its id has in the snapshot', () => {
    const payload = { id: 's-7', snapshot: SNAPSHOT };
    expect(touchesOf({ action: 'updateMilestoneStrategy', payload })).toEqual([
      { kind: 'strategy', id: 's-7' },
      { kind: 'segment', id: 11 },
      { kind: 'strategyDefinition', name: 'default' },
      { kind: 'contextField', name: 'appName' },
    ]);
  });

  test('the readable strategies of a release plan are touched beside unreadable ones', () => {
    const strategies = [{ id: 's-1', segments: [9] }];
    const payload = { id: 's-1', snapshot: { milestones: [null, { strategies }] } };
    const touched = [STRATEGY, { kind: 'segment', id: 9 }];
    expect(touchesOf({ action: 'startMilestone', payload })).toEqual(touched);
    expect(touchesOf({ action: 'updateMilestoneStrategy', payload })).toEqual(touched);
  });

  test('a change without a feature touches no feature', () => {
    expect(touchesOf({ action: 'patchVariant', payload: [] })).toEqual([]);
    expect(touchesOf({ action: 'teleportFeature' })).toEqual([]);
    expect(touchesOf({ action: 'deleteStrategy', payload: { id: 's-1' } })).toEqual([STRATEGY]);
  });
});

describe('touchesOf: an unknown action', () => {
  test.each([
    'teleportFeature',
    'UPDATEENABLED',
    ' updateEnabled',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ])('%j touches its feature, whatever its payload', (action) => {
    expect(touchesOf({ action, payload: FULL }, 'checkout')).toEqual([SUBJECT]);
    expect(touchesOf({ action }, 'checkout')).toEqual([SUBJECT]);
  });
});

describe('touchesOf: an unexpected payload', () => {
  const odd: readonly (readonly [what: string, payload: unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['a string', 'id'],
    ['a number', 7],
    ['a boolean', true],
    ['an empty array', []],
    ['an array of scalars', ['s-1', 3, null, [], [[]]]],
    ['an array of objects without ids', [{}, { sortOrder: 1 }, { id: null }]],
    ['an empty object', {}],
    ['an object of nulls', { id: null, name: null, segments: null }],
    ['empty texts', { id: '', name: '', segments: '' }],
    ['the wrong types', { id: true, name: ['default'], segments: { 0: 3 } }],
    ['everything nested one deeper', { payload: FULL, strategy: FULL }],
    ['inherited properties', Object.create(FULL)],
    ['a __proto__ of its own, from JSON', JSON.parse('{"__proto__":{"id":"s-1","name":"x"}}')],
  ];

  test.each(odd)('%s: each action on a feature touches only the feature', (_what, payload) => {
    const but = FEATURE_ACTIONS.filter((action) => action !== 'patchVariant');
    const touched = but.map((action) => [action, touchesOf({ action, payload }, 'checkout')]);

    expect(touched).toEqual(but.map((action) => [action, [SUBJECT]]));
    expect(touchesOf({ action: 'patchVariant', payload }, 'checkout')).toEqual([SUBJECT, VARIANTS]);
  });

  test.each(odd)('%s: an action on a segment touches nothing', (_what, payload) => {
    const touched = SEGMENT_ACTIONS.map((action) => [action, touchesOf({ action, payload })]);

    expect(touched).toEqual(SEGMENT_ACTIONS.map((action) => [action, []]));
  });

  test('accepts only a whole number as the id of a segment', () => {
    const ids = ['7', 7.5, Number.NaN, Infinity, 2 ** 53, 7n];
    const touched = ids.flatMap((id) => touchesOf({ action: 'deleteSegment', payload: { id } }));
    expect(touched).toEqual([]);
  });
});
