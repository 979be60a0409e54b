import { describe, expect, test } from 'vitest';
import type { Change } from '../src/index.ts';
import { at, dependOn, forecasts, FRIDAY, MONDAY, release, WEDNESDAY } from './forecast-samples.ts';

describe('forecastOf, of dependencies', () => {
  test('a feature becomes a child while another one still depends on it', () => {
    expect(
      forecasts(
        at(MONDAY, 1, 'sale', [dependOn('checkout')]),
        at(FRIDAY, 2, 'banner', [release('sale')]),
      ),
    ).toEqual([
      [1, 'fails', '2: still-depended-on'],
      [2, 'as-planned'],
    ]);
  });

  test.each<[string, Change, Change, ...(readonly string[])]>([
    ['added and removed', dependOn('sale'), release('sale'), 'as-planned'],
    ['replaced and removed', dependOn('shop'), release('sale'), 'fails', '1: dependency-gone'],
    ['removed twice', release('sale'), release('sale'), 'fails', '1: dependency-gone'],
    ['removed and added', release('sale'), dependOn('sale'), 'as-planned'],
    ['removed, and then one that replaced it', release('sale'), release('shop'), 'as-planned'],
  ])('a dependency is %s', (_, earlier, later, ...forecast) => {
    expect(forecasts(at(MONDAY, 1, 'banner', [earlier]), at(FRIDAY, 2, 'banner', [later]))).toEqual(
      [
        [1, 'as-planned'],
        [2, ...forecast],
      ],
    );
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

  test('two children of a parent lose it', () => {
    expect(
      forecasts(
        at(MONDAY, 1, 'banner', [release('sale')]),
        at(FRIDAY, 2, 'header', [release('sale')]),
      ),
    ).toEqual([
      [1, 'as-planned'],
      [2, 'as-planned'],
    ]);
  });
});
