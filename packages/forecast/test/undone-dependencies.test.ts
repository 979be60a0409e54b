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
  MONDAY,
  NAMELESS,
  NOW,
  release,
  rollout,
  WEDNESDAY,
} from './forecast-samples.ts';

describe('forecastOf, of dependencies that are undone', () => {
  const children = (changes: readonly Change[], other: readonly Change[]) => ({
    features: [
      { name: 'banner', changes },
      { name: 'sale', changes: other },
    ],
  });

  test.each<[string, readonly ScheduledChangeRequest[], readonly Change[], string?]>([
    ['removed', [at(WEDNESDAY, 2, 'banner', [release('sale')])], [archive]],
    ['removed without a name', [at(WEDNESDAY, 2, 'banner', [NAMELESS])], [archive]],
    ['replaced', [at(WEDNESDAY, 2, 'banner', [dependOn('shop')])], [archive]],
    ['removed at that time', [at(FRIDAY, 2, 'banner', [NAMELESS])], [archive]],
    ['removed by an archiving', [at(WEDNESDAY, 2, 'banner', [archive])], [archive]],
    [
      'removed before the feature becomes a child',
      [at(WEDNESDAY, 2, 'banner', [NAMELESS])],
      [dependOn('x')],
    ],
  ])('a dependency that is %s may keep nothing from going as planned', (_, others, changes) => {
    const added = at(MONDAY, 1, 'banner', [dependOn('sale')]);
    const [, , victim] = [added, ...others, at(FRIDAY, 3, 'sale', changes)];
    const all = forecasts(added, ...others, ...(victim === undefined ? [] : [victim]));
    expect(all.find(([id]) => id === 3)).toEqual([3, 'unknown', '1: dependency-uncertain']);
  });

  test.each<[readonly Change[], string, string]>([
    [[dependOn('sale'), release('sale')], 'unknown', 'dependency-uncertain'],
    [[dependOn('sale'), NAMELESS], 'unknown', 'dependency-uncertain'],
    [[dependOn('sale'), dependOn('shop')], 'unknown', 'dependency-uncertain'],
    [[NAMELESS, dependOn('sale')], 'fails', 'child-becomes-parent'],
    [[release('shop'), dependOn('sale')], 'fails', 'child-becomes-parent'],
    [[dependOn('sale'), NAMELESS, dependOn('sale')], 'fails', 'child-becomes-parent'],
    [[dependOn('sale'), release('shop')], 'fails', 'child-becomes-parent'],
  ])(
    'a change request makes a feature a parent in its own order: %j',
    (changes, forecast, rule) => {
      expect(
        forecasts(at(MONDAY, 1, 'banner', changes), at(FRIDAY, 2, 'sale', [archive]))[1],
      ).toEqual([2, forecast, `1: ${rule}`]);
    },
  );

  test('one of two children that stays is enough', () => {
    const both = children([dependOn('shop'), NAMELESS], [dependOn('shop')]);
    const [, victim] = forecasts(at(MONDAY, 1, '', [], both), at(FRIDAY, 2, 'shop', [archive]));
    expect(victim).toEqual([2, 'fails', '1: dependency-uncertain', '1: child-becomes-parent']);
  });

  test('a change request may remove itself what keeps it from going as planned', () => {
    const own = (changes: readonly Change[]) =>
      forecasts(
        at(MONDAY, 1, 'banner', [dependOn('sale')]),
        at(FRIDAY, 2, '', [], children(changes, [archive])),
      )[1];
    expect(own([NAMELESS])).toEqual([2, 'unknown', '1: dependency-uncertain']);
    expect(own([release('shop')])).toContain('1: child-becomes-parent');
  });

  test.each<[string, ScheduledChangeRequest, string, string]>([
    ['removed', at(WEDNESDAY, 2, 'sale', [NAMELESS]), 'unknown', '1: dependency-uncertain'],
    ['another one', at(WEDNESDAY, 2, 'sale', [release('z')]), 'fails', '1: parent-becomes-child'],
    ['replaced', at(WEDNESDAY, 2, 'sale', [dependOn('z')]), 'fails', '2: parent-becomes-child'],
  ])('a feature whose parent is %s may be a parent', (_, other, forecast, cause) => {
    const [, , victim] = forecasts(
      at(MONDAY, 1, 'sale', [dependOn('x')]),
      other,
      at(FRIDAY, 3, 'y', [dependOn('sale')]),
    );
    expect(victim?.[1]).toBe(forecast);
    expect(victim).toContain(cause);
  });

  test.each<[readonly Change[], readonly Change[], readonly Change[], string]>([
    [[NAMELESS], [dependOn('shop')], [NAMELESS], 'unknown'],
    [[release('sale')], [dependOn('sale')], [release('sale')], 'unknown'],
    [[release('sale')], [dependOn('shop')], [release('sale')], 'fails'],
    [[dependOn('shop')], [dependOn('sale')], [release('sale')], 'unknown'],
    [[NAMELESS, dependOn('shop')], [], [NAMELESS], 'unknown'],
    [[dependOn('shop'), NAMELESS], [], [NAMELESS], 'fails'],
    [[NAMELESS], [], [dependOn('shop'), NAMELESS], 'unknown'],
    [[NAMELESS], [], [NAMELESS, dependOn('shop')], 'fails'],
  ])('after %j and %j, %j has a dependency to remove', (first, second, last, forecast) => {
    const all = forecasts(
      at(MONDAY, 1, 'banner', first),
      at(WEDNESDAY, 2, 'banner', second.length === 0 ? [rollout] : second),
      at(FRIDAY, 3, 'banner', last),
    );
    expect(all.find(([id]) => id === 3)?.[1]).toBe(forecast);
  });

  test.each<[Change, Change, ScheduledChangeRequest, string]>([
    [release('sale'), release('sale'), at(FRIDAY, 3, 'sale', [archive]), 'as-planned'],
    [NAMELESS, NAMELESS, at(FRIDAY, 3, 'x', [dependOn('banner')]), 'as-planned'],
    [release('shop'), release('sale'), at(FRIDAY, 3, 'sale', [archive]), 'unknown'],
    [dependOn('sale'), release('sale'), at(FRIDAY, 3, 'sale', [archive]), 'unknown'],
  ])(
    'after %j, a removal that may fail, %j, makes a third one %#',
    (first, second, third, outcome) => {
      const gone: Gone = { target: { kind: 'strategy', id: 's1' }, removals: ['delete'] };
      const all = [at(MONDAY, 1, 'banner', [first]), at(WEDNESDAY, 2, 'banner', [second, rollout])];
      expect(forecastsWithout([gone], [...all, third])[2]?.[1]).toBe(outcome);
    },
  );

  test('what may be undone says so', () => {
    const [, , victim] = forecastOf(
      [
        at(MONDAY, 1, 'banner', [dependOn('sale')]),
        at(WEDNESDAY, 2, 'banner', [NAMELESS]),
        at(FRIDAY, 3, 'sale', [archive]),
      ],
      { now: NOW },
    );
    expect(victim?.causes).toMatchObject([
      {
        id: 1,
        consequence: {
          outcome: 'unknown',
          why: 'Another change may undo what the earlier one does to the dependency.',
        },
      },
    ]);
  });
});
