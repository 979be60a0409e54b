import { describe, expect, test } from 'vitest';
import { touchesIn } from '../src/index.ts';

describe('touchesIn', () => {
  test('says which change touches which target, and where it is listed', () => {
    expect(
      touchesIn({
        features: [
          {
            name: 'checkout',
            changes: [
              { action: 'patchVariant', payload: [] },
              { action: 'addDependency', payload: { feature: 'payments' } },
            ],
          },
        ],
        segments: [{ action: 'updateSegment', payload: { id: 7 } }],
      }),
    ).toEqual([
      {
        path: 'features[0].changes[0]',
        action: 'patchVariant',
        feature: 'checkout',
        target: { kind: 'feature', name: 'checkout' },
      },
      {
        path: 'features[0].changes[0]',
        action: 'patchVariant',
        feature: 'checkout',
        target: { kind: 'featureVariants', feature: 'checkout' },
      },
      {
        path: 'features[0].changes[1]',
        action: 'addDependency',
        feature: 'checkout',
        target: { kind: 'feature', name: 'checkout' },
      },
      {
        path: 'features[0].changes[1]',
        action: 'addDependency',
        feature: 'checkout',
        target: { kind: 'feature', name: 'payments' },
      },
      { path: 'segments[0]', action: 'updateSegment', target: { kind: 'segment', id: 7 } },
    ]);
  });

  test('names a target once per change', () => {
    const changes = [
      { action: 'addStrategy', payload: { segments: [7, 7] } },
      { action: 'addDependency', payload: { feature: 'checkout' } },
    ];
    expect(
      touchesIn({ features: [{ name: 'checkout', changes }], segments: [] }).map(
        ({ path, target }) => [path, target.kind],
      ),
    ).toEqual([
      ['features[0].changes[0]', 'feature'],
      ['features[0].changes[0]', 'segment'],
      ['features[0].changes[1]', 'feature'],
    ]);
  });

  test.each([
    ['that is listed without changes', []],
    ['whose changes touch something else', [{ action: 'updateSegment', payload: {} }]],
  ])('touches a feature %s as a whole', (_what, changes) => {
    expect(touchesIn({ features: [{ name: 'checkout', changes }], segments: [] })).toEqual([
      { path: 'features[0]', feature: 'checkout', target: { kind: 'feature', name: 'checkout' } },
    ]);
  });
});
