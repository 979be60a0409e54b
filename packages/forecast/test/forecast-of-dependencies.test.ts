import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { forecastOf } from '../src/forecast-of.ts';
import type { Gone } from '../src/forecast.ts';
import {
  archive,
  at,
  dependOn,
  forecasts,
  forecastsWithout,
  FRIDAY,
  linesOf,
  MONDAY,
  NAMELESS,
  NOW,
  release,
  rollout,
  SUNDAY,
  THURSDAY,
  WEDNESDAY,
} from './forecast-samples.ts';

const BOTH = [
  { name: 'sale', changes: [dependOn('checkout')] },
  { name: 'banner', changes: [release('sale')] },
];

describe('forecastOf, of dependencies', () => {
  test.each<[string, readonly ScheduledChangeRequest[], ...(readonly string[])]>([
    [
      'a feature becomes a child while another one still depends on it',
      [at(MONDAY, 1, 'sale', [dependOn('checkout')]), at(FRIDAY, 2, 'banner', [release('sale')])],
      '1 fails 2: still-depended-on',
      '2 as-planned',
    ],
    [
      'what a change request removes itself does not refuse it',
      [at(MONDAY, 1, '', [], { features: BOTH })],
      '1 as-planned',
    ],
    [
      'what one causes that Unleash refuses is unknown',
      [
        at(MONDAY, 1, 'sale', [dependOn('checkout')]),
        at(WEDNESDAY, 2, 'checkout', [archive]),
        at(FRIDAY, 3, 'banner', [release('sale')]),
      ],
      '1 fails 3: still-depended-on',
      '2 unknown 1: cause-uncertain',
      '3 as-planned',
    ],
    [
      'a parent is archived before it is added, and that before it is removed',
      [
        at(MONDAY, 1, 'sale', [archive]),
        at(WEDNESDAY, 2, 'banner', [dependOn('sale')]),
        at(FRIDAY, 3, 'banner', [release('sale')]),
      ],
      '1 unknown 3: dependency-uncertain',
      '2 fails 1: parent-gone',
      '3 unknown 2: cause-uncertain',
    ],
    [
      'two children of a parent lose it',
      [at(MONDAY, 1, 'banner', [release('sale')]), at(FRIDAY, 2, 'header', [release('sale')])],
      '1 as-planned',
      '2 as-planned',
    ],
  ])('%s', (_, scheduled, ...lines) => {
    expect(linesOf(...scheduled)).toEqual(lines);
  });

  test('a refusal names what it refuses, and the removal that shows why', () => {
    const [refused] = forecastOf(
      [
        at(MONDAY, 1, 'sale', [{ action: 'updateEnabled' }, dependOn('checkout')]),
        at(FRIDAY, 2, 'banner', [release('sale')]),
      ],
      { now: NOW },
    );
    expect(refused?.causes).toMatchObject([
      {
        id: 2,
        path: 'features[0].changes[0]',
        action: 'deleteDependency',
        feature: 'banner',
        touch: { path: 'features[0].changes[1]', action: 'addDependency', feature: 'sale' },
      },
    ]);
  });

  test('a dependency that is added twice may be there from the first time on', () => {
    expect(
      forecasts(
        at(WEDNESDAY, 1, 'sale', [dependOn('checkout')]),
        at(THURSDAY, 2, 'banner', [dependOn('sale')]),
        at(FRIDAY, 3, 'banner', [release('sale')]),
        at(SUNDAY, 4, 'banner', [dependOn('sale')]),
      )[0],
    ).toContain('3: dependency-uncertain');
  });

  test('a dependency without a name may be the first one that is added', () => {
    expect(
      forecasts(
        at(WEDNESDAY, 1, 'checkout', [dependOn('banner')]),
        at(THURSDAY, 2, 'banner', [dependOn('sale')]),
        at(FRIDAY, 3, 'banner', [NAMELESS]),
        at(SUNDAY, 4, 'banner', [dependOn('shop')]),
      )[0],
    ).toContain('3: dependency-uncertain');
  });

  test.each<[string, Change, Change, ...(readonly string[])]>([
    ['added and removed', dependOn('sale'), release('sale'), 'as-planned'],
    ['replaced and removed', dependOn('shop'), release('sale'), 'fails', '1: dependency-gone'],
    ['removed twice', release('sale'), release('sale'), 'fails', '1: dependency-gone'],
    ['removed and added', release('sale'), dependOn('sale'), 'as-planned'],
    ['added, and removed without a name', dependOn('sale'), NAMELESS, 'as-planned'],
    ['removed, and again without a name', release('sale'), NAMELESS, 'fails', '1: dependency-gone'],
    ['removed, and then one that replaced it', release('sale'), release('shop'), 'as-planned'],
  ])('a dependency is %s', (_, earlier, later, ...forecast) => {
    expect(forecasts(at(MONDAY, 1, 'banner', [earlier]), at(FRIDAY, 2, 'banner', [later]))).toEqual(
      [
        [1, 'as-planned'],
        [2, ...forecast],
      ],
    );
  });

  test.each([
    [release('sale'), 'An earlier change removes the dependency.'],
    [dependOn('shop'), expect.stringContaining('a new one replaces it')],
  ])('a dependency that %j ends is gone, and why', (earlier, why) => {
    const all = [at(MONDAY, 1, 'banner', [earlier]), at(FRIDAY, 2, 'banner', [release('sale')])];
    const [, victim] = forecastOf(all, { now: NOW });
    expect(victim?.causes).toMatchObject([{ consequence: { rule: 'dependency-gone', why } }]);
  });

  test('of two parents that a feature gets at once, it keeps the last one', () => {
    const both = at(MONDAY, 1, 'banner', [dependOn('sale'), dependOn('shop')]);
    const causesOf = (parent: string) =>
      forecasts(both, at(FRIDAY, 2, 'banner', [release(parent)]))[1];
    expect(causesOf('shop')).toEqual([2, 'as-planned']);
    expect(causesOf('sale')).toEqual([2, 'fails', '1: dependency-gone']);
  });

  test('each of two parents that a feature loses at once is gone', () => {
    const both = at(MONDAY, 1, 'banner', [release('sale'), release('shop')]);
    for (const parent of ['sale', 'shop']) {
      expect(forecasts(both, at(FRIDAY, 2, 'banner', [release(parent)]))[1]).toEqual([
        2,
        'fails',
        '1: dependency-gone',
      ]);
    }
  });

  test('a dependency counts however many others are removed before', () => {
    const removals = Array.from({ length: 1_001 }, (_, id) =>
      at(MONDAY, id, `f-${id}`, [release('sale')]),
    );
    const all = [
      ...removals,
      at(WEDNESDAY, 2_000, 'sale', [dependOn('checkout')]),
      at(FRIDAY, 2_001, 'banner', [release('sale')]),
    ];
    expect(forecasts(...all).slice(-2)).toEqual([
      [2_000, 'fails', '2001: still-depended-on'],
      [2_001, 'as-planned'],
    ]);
  });

  const adopt = at(WEDNESDAY, 2, 'sale', [dependOn('checkout')]);
  const free = at(FRIDAY, 3, 'banner', [release('sale')]);
  const anyDependency = { action: 'addDependency', payload: {} };

  test.each<[string, ScheduledChangeRequest, ...(readonly string[])]>([
    ['adds it before', at(MONDAY, 1, 'banner', [dependOn('sale')]), '1: child-becomes-parent'],
    ['replaces it before', at(MONDAY, 1, 'banner', [dependOn('shop')])],
    ['removes another one of the child before', at(MONDAY, 1, 'banner', [release('shop')])],
    ['archives the child before', at(MONDAY, 1, 'banner', [archive])],
    ['adds it in between', at(THURSDAY, 1, 'banner', [dependOn('sale')])],
    ['adds it when it is removed', at(FRIDAY, 1, 'banner', [dependOn('sale')])],
    ['adds an unnamed one in between', at(THURSDAY, 1, 'banner', [anyDependency])],
  ])('it is not known whether a dependency exists if another one %s', (_, other, ...rules) => {
    const [first, ...causes] =
      forecasts(other, adopt, free)
        .find(([id]) => id === 2)
        ?.slice(1) ?? [];
    expect(first).toBe(rules.includes('1: child-becomes-parent') ? 'fails' : 'unknown');
    expect(causes).toEqual(expect.arrayContaining([...rules, '3: dependency-uncertain']));
  });

  test.each<[string, ScheduledChangeRequest]>([
    ['replaces it in between', at(THURSDAY, 1, 'banner', [dependOn('shop')])],
    ['archives the child in between', at(THURSDAY, 1, 'banner', [archive])],
    ['adds it after its removal', at(SUNDAY, 1, 'banner', [dependOn('sale')])],
    ['makes the child a parent before', at(MONDAY, 1, 'header', [dependOn('banner')])],
    ['removes one of another child before', at(MONDAY, 1, 'header', [release('sale')])],
  ])('a dependency exists until its removal if another one %s', (_, other) => {
    const [certain] = forecasts(other, adopt, free).filter(([id]) => id === 2);
    expect(certain?.[1]).toBe('fails');
    expect(certain).toContain('3: still-depended-on');
  });

  test.each([
    [MONDAY, 'as-planned'],
    [WEDNESDAY, 'unknown', '1: order-unknown'],
    [THURSDAY, 'fails', '1: still-depended-on'],
  ])('the first removal of a dependency decides, on %s', (time, outcome, ...rules) => {
    const all = forecasts(adopt, free, at(time, 1, 'banner', [release('sale')]));
    expect(all.find(([id]) => id === 2)).toEqual([2, outcome, ...rules]);
  });

  test('a removal that names no parent may remove any that is added before', () => {
    const [unnamed] = forecasts(
      at(MONDAY, 1, 'header', [dependOn('banner')]),
      at(WEDNESDAY, 2, 'banner', [dependOn('sale')]),
      at(FRIDAY, 3, 'banner', [NAMELESS]),
    );
    expect(unnamed).toEqual([1, 'unknown', '3: dependency-uncertain']);
  });

  test.each([
    [WEDNESDAY, release('sale'), 'cause-uncertain'],
    [WEDNESDAY, NAMELESS, 'cause-uncertain'],
    [MONDAY, release('sale'), 'order-unknown'],
  ])(
    'a dependency that may not be added before %s is not sure to be removed',
    (time, last, rule) => {
      const without: Gone = { target: { kind: 'feature', name: 'sale' }, removals: ['archive'] };
      const gone = rule === 'cause-uncertain' ? [without] : [];
      const all = [at(MONDAY, 1, 'banner', [dependOn('sale')]), at(time, 2, 'banner', [last])];
      expect(forecastsWithout(gone, all)[1]).toEqual(
        expect.arrayContaining([2, 'unknown', `1: ${rule}`]),
      );
    },
  );

  test('a dependency is not sure to be removed if a third one may prevent that it is added', () => {
    const all = [
      at(MONDAY, 1, 'sale', [archive]),
      at(MONDAY, 2, 'banner', [dependOn('sale')]),
      at(WEDNESDAY, 3, 'banner', [release('sale')]),
    ];
    expect(forecasts(...all)[2]).toEqual([3, 'unknown', '2: cause-uncertain']);
  });

  test.each<[string, readonly Change[], ...(readonly string[])]>([
    ['as-planned', [release('sale')]],
    ['unknown', [release('sale'), rollout], '1: cause-uncertain'],
    ['unknown', [release('sale'), { action: 'inventedTomorrow' }], '1: cause-uncertain'],
  ])('what a dependency forbids is %s after %j', (outcome, changes, ...rules) => {
    const gone: Gone = { target: { kind: 'strategy', id: 's1' }, removals: ['delete'] };
    const all = [at(MONDAY, 1, 'banner', changes), at(FRIDAY, 2, 'sale', [archive])];
    expect(forecastsWithout([gone], all)[1]).toEqual([2, outcome, ...rules]);
  });
});
