import { describe, expect, test } from 'vitest';
import { type ChangeAction, gapsOf } from '../src/index.ts';

const ODD_PAYLOADS: readonly unknown[] = [
  undefined,
  null,
  'abc',
  7,
  true,
  [],
  {},
  { id: null },
  { id: {} },
  { id: ['s-1'] },
  { strategy: { id: 's-1' } },
];

describe('gapsOf: an action that names a strategy', () => {
  const actions: readonly ChangeAction[] = [
    'updateStrategy',
    'updateMilestoneStrategy',
    'deleteStrategy',
  ];

  test.each(actions)('%s with its id has no gap', (action) => {
    expect(gapsOf({ action, payload: { id: 's-1' } })).toEqual([]);
  });

  test.each(actions)('%s without a readable id has a gap', (action) => {
    const others = [...ODD_PAYLOADS, { id: '' }, { id: 7 }].filter(
      (payload) => gapsOf({ action, payload }).join() !== 'missing-id',
    );
    expect(others).toEqual([]);
  });

  test('a strategy without segments and parameters has no gap', () => {
    expect(gapsOf({ action: 'addStrategy', payload: {} })).toEqual([]);
    expect(gapsOf({ action: 'updateStrategy', payload: { id: 's-1', segments: null } })).toEqual(
      [],
    );
  });
});

describe('gapsOf: reorderStrategy', () => {
  test.each([
    ['each item with its id', [{ id: 's-1', sortOrder: 1 }, { id: 's-2' }]],
    ['no item', []],
  ])('%s has no gap', (_what, payload) => {
    expect(gapsOf({ action: 'reorderStrategy', payload })).toEqual([]);
  });

  test.each([
    ['one item without an id', [{ id: 's-1' }, { sortOrder: 2 }]],
    ['one item with an empty id', [{ id: '' }, { id: 's-2' }]],
    ['one item that is null', [null, { id: 's-2' }]],
    ['bare ids', ['s-1', 's-2']],
    ['an object', { id: 's-1' }],
    ['no payload', undefined],
    ['null', null],
  ])('%s has one gap', (_what, payload) => {
    expect(gapsOf({ action: 'reorderStrategy', payload })).toEqual(['missing-id']);
  });
});

describe('gapsOf: an action on a segment', () => {
  const actions: readonly ChangeAction[] = ['updateSegment', 'deleteSegment'];

  test.each(actions)('%s with its id has no gap', (action) => {
    expect(gapsOf({ action, payload: { id: 7 } })).toEqual([]);
    expect(gapsOf({ action, payload: { id: 0 } })).toEqual([]);
  });

  test.each(actions)('%s without a readable id has a gap', (action) => {
    const others = [...ODD_PAYLOADS, { id: '7' }, { id: 1.5 }, { id: 2 ** 53 }].filter(
      (payload) => gapsOf({ action, payload }).join() !== 'missing-id',
    );
    expect(others).toEqual([]);
  });
});

describe('gapsOf: an action that only touches its feature', () => {
  // Lists of change requests omit payloads, and the rule needs none here.
  const actions: readonly ChangeAction[] = [
    'updateEnabled',
    'addStrategy',
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
  ];

  test.each(actions)('%s has no gap, whatever its payload', (action) => {
    const others = ODD_PAYLOADS.filter((payload) => gapsOf({ action, payload }).join() !== '');
    expect(others).toEqual([]);
  });
});

describe('gapsOf: an unknown action', () => {
  test.each([
    'teleportFeature',
    'UpdateStrategy',
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('%j has a gap', (action) => {
    expect(gapsOf({ action, payload: { id: 's-1' } })).toEqual(['unknown-action']);
  });
});
