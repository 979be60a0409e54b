import { describe, expect, test } from 'vitest';
import { targetsOf } from '../src/index.ts';

describe('targetsOf', () => {
  test('a change request without changes touches nothing', () => {
    expect(targetsOf({ features: [], segments: [] })).toEqual([]);
  });

  test('a feature listed without changes is touched', () => {
    expect(targetsOf({ features: [{ name: 'checkout', changes: [] }], segments: [] })).toEqual([
      { kind: 'feature', name: 'checkout' },
    ]);
  });

  test('a feature whose only change touches something else is touched', () => {
    const changes = [{ action: 'updateSegment', payload: { id: 7 } }];
    expect(targetsOf({ features: [{ name: 'checkout', changes }], segments: [] })).toEqual([
      { kind: 'feature', name: 'checkout' },
      { kind: 'segment', id: 7 },
    ]);
  });

  test('returns the targets of all changes of all features and segments', () => {
    expect(
      targetsOf({
        features: [
          { name: 'checkout', changes: [{ action: 'patchVariant', payload: [] }] },
          { name: 'search', changes: [{ action: 'deleteStrategy', payload: { id: 's-1' } }] },
        ],
        segments: [{ action: 'updateSegment', name: 'beta', payload: { id: 7, name: 'beta' } }],
      }),
    ).toEqual([
      { kind: 'feature', name: 'checkout' },
      { kind: 'featureVariants', feature: 'checkout' },
      { kind: 'feature', name: 'search' },
      { kind: 'strategy', id: 's-1' },
      { kind: 'segment', id: 7 },
    ]);
  });

  test('returns each target once, however many changes touch it', () => {
    const payload = { id: 's-1', name: 'default', segments: [7, 7] };
    const changes = [
      { action: 'updateStrategy', payload },
      { action: 'deleteStrategy', payload },
      { action: 'updateEnabled' },
    ];
    expect(
      targetsOf({
        features: [
          { name: 'checkout', changes },
          { name: 'checkout', changes },
        ],
        segments: [{ action: 'deleteSegment', payload: { id: 7 } }],
      }),
    ).toEqual([
      { kind: 'feature', name: 'checkout' },
      { kind: 'strategy', id: 's-1' },
      { kind: 'segment', id: 7 },
      { kind: 'strategyDefinition', name: 'default' },
    ]);
  });

  test('returns two targets for two kinds with the same value', () => {
    const payload = { id: '7', name: '7', segments: [7] };
    expect(
      targetsOf({
        features: [
          {
            name: '7',
            changes: [{ action: 'updateStrategy', payload }, { action: 'patchVariant' }],
          },
        ],
        segments: [],
      }),
    ).toEqual([
      { kind: 'feature', name: '7' },
      { kind: 'strategy', id: '7' },
      { kind: 'segment', id: 7 },
      { kind: 'strategyDefinition', name: '7' },
      { kind: 'featureVariants', feature: '7' },
    ]);
  });

  test('names that differ in case, spaces or Unicode form are different targets', () => {
    const names = ['checkout', 'Checkout', 'checkout ', 'caf\u00e9', 'cafe\u0301', '__proto__'];
    const features = names.map((name) => ({ name, changes: [] }));
    expect(targetsOf({ features, segments: [] })).toEqual(
      names.map((name) => ({ kind: 'feature', name })),
    );
  });
});
