import type { TargetKind } from '@forewarn/core';
import { type Doubt, doubtsIn } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { changing } from '../../core/test/samples.ts';

const ALL_BUT_FEATURES: readonly TargetKind[] = [
  'strategy',
  'featureVariants',
  'segment',
  'strategyDefinition',
  'contextField',
];
type ChangeDoubt = Pick<Doubt, 'kinds' | 'why'>;

const missing = (...kinds: readonly TargetKind[]): ChangeDoubt => ({ kinds, why: 'missing-id' });
const unlisted = (...kinds: readonly TargetKind[]): ChangeDoubt => ({ kinds, why: 'not-listed' });

/** Of the update of a strategy that says nothing. */
const UNREAD_UPDATE = [
  missing('strategy', 'strategyDefinition'),
  unlisted('segment', 'contextField'),
] as const;

const FULL = { id: 's-1', name: 'default', segments: [7], constraints: [] };

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

  test.each<[string, unknown, ...(readonly ChangeDoubt[])]>([
    ['updateStrategy', { ...FULL, name: 7 }, missing('strategyDefinition')],
    ['updateStrategy', { ...FULL, name: { name: 'default' } }, missing('strategyDefinition')],
    ['updateStrategy', { ...FULL, name: null }],
    ['updateStrategy', { ...FULL, name: '' }],
    ['updateStrategy', {}, missing('strategy'), unlisted('segment', 'contextField')],
    ['updateStrategy', undefined, ...UNREAD_UPDATE],
    ['updateStrategy', 'flexibleRollout', ...UNREAD_UPDATE],
    ['updateStrategy', [FULL], ...UNREAD_UPDATE],
    ['addReleasePlan', { templateId: 't' }, unlisted(...ALL_BUT_FEATURES)],
    ['deleteDependency', { feature: ['parent'] }],
  ])('of %s with %j is of what is not given, or can not be read', (action, payload, ...doubts) => {
    const found = doubtsIn({
      features: [{ name: 'a', changes: [{ action, payload }] }],
      segments: [],
    });
    expect(found.map(({ kinds, why }) => ({ kinds, why }))).toEqual(doubts);
  });
});
