import { type Change, summaryOf, type Target, touchesIn, type Touching } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { changeRequest, changing } from './samples.ts';

const feature = (name: string): Target => ({ kind: 'feature', name });
const segment = (id: number): Target => ({ kind: 'segment', id });

const definition = (name: string): Target => ({ kind: 'strategyDefinition', name });
const variants = (of: string): Target => ({ kind: 'featureVariants', feature: of });

const IN_PRODUCTION: Target = { kind: 'environment', name: 'production' };
const inProduction = (changes: Omit<Touching, 'environment'>): Touching => ({
  environment: 'production',
  ...changes,
});

const of = (id: string | number, name: string, segments: readonly number[]) => ({
  id,
  name,
  segments,
});
const UPDATE_SEGMENT: Change = { action: 'updateSegment', payload: { id: 7 } };

describe('touchesIn', () => {
  test('says which change touches which target, and where it is listed', () => {
    const changes = [
      { action: 'patchVariant', payload: [] },
      { action: 'addDependency', payload: { feature: 'payments' } },
    ];
    const [first, second] = changes.map(({ action }, index) => {
      return { path: `features[0].changes[${index}]`, action, feature: 'checkout' };
    });
    const features = [{ name: 'checkout', changes }];
    expect(touchesIn(inProduction({ features, segments: [UPDATE_SEGMENT] }))).toEqual([
      { ...first, target: feature('checkout') },
      { ...first, target: variants('checkout') },
      { ...first, target: IN_PRODUCTION },
      { ...second, target: feature('checkout') },
      { ...second, target: feature('payments') },
      { ...second, target: IN_PRODUCTION },
      { path: 'segments[0]', action: 'updateSegment', target: segment(7) },
      { path: 'segments[0]', action: 'updateSegment', target: IN_PRODUCTION },
    ]);
  });

  test('names a target once per change', () => {
    const changes = [
      { action: 'addStrategy', payload: { segments: [7, 7] } },
      { action: 'addDependency', payload: { feature: 'checkout' } },
    ];
    const features = [{ name: 'checkout', changes }];
    const touches = touchesIn(inProduction({ features, segments: [] }));
    expect(touches.map(({ path, target }) => `${path} ${target.kind}`)).toEqual([
      'features[0].changes[0] feature',
      'features[0].changes[0] segment',
      'features[0].changes[0] environment',
      'features[0].changes[1] feature',
      'features[0].changes[1] environment',
    ]);
  });

  test('reads what Unleash applies in addition, in a place of its own', () => {
    const defaultChange = { action: 'addStrategy', payload: of('s-1', 'default', [7]) };
    const feature1 = { name: 'checkout', changes: [{ action: 'updateEnabled' }], defaultChange };
    const touches = touchesIn(inProduction({ features: [feature1], segments: [] }));
    const path = 'features[0].defaultChange';

    expect(touches.filter((touch) => touch.path === path)).toEqual(
      [feature('checkout'), segment(7), definition('default'), IN_PRODUCTION].map((target) => {
        return { path, action: 'addStrategy', feature: 'checkout', target };
      }),
    );
  });

  test.each<[unknown, readonly string[]]>([
    ['ann', ['ann']],
    [{ id: 7, username: 'ann', name: 'Ann', imageUrl: 'x' }, ['7', 'ann', 'Ann']],
    [{ id: '', username: null }, []],
    [undefined, []],
    [null, []],
  ])('touches the author %j by name and id', (createdBy, names) => {
    const touches = touchesIn(inProduction({ features: [], segments: [], createdBy }));

    expect(touches).toEqual([
      { path: 'environment', target: IN_PRODUCTION },
      ...names.map((name) => ({ path: 'createdBy', target: { kind: 'user', name } })),
    ]);
  });

  test.each([
    ['that is listed without changes', []],
    ['whose changes touch something else', [{ action: 'updateSegment', payload: {} }]],
  ])('touches a feature %s as a whole', (_what, changes) => {
    const features = [{ name: 'checkout', changes }];
    const touches = touchesIn(inProduction({ features, segments: [] }));

    expect(touches.filter(({ path }) => path === 'features[0]')).toEqual([
      { path: 'features[0]', feature: 'checkout', target: feature('checkout') },
      { path: 'features[0]', feature: 'checkout', target: IN_PRODUCTION },
    ]);
  });
});

test('a summary has only id, environment and title, which stays absent or empty', () => {
  const summary = { id: 7, environment: 'production' };
  const scheduled = changeRequest({ id: 7, features: [changing('checkout')] });

  expect(summaryOf(scheduled)).toStrictEqual(summary);
  for (const title of ['Turn it off', '']) {
    expect(summaryOf({ ...scheduled, title })).toStrictEqual({ ...summary, title });
  }
});
