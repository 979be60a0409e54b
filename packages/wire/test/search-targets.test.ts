import { describe, expect, test } from 'vitest';
import { searchTargets } from '../src/search-targets.ts';

const PARAMETERS = [
  ['strategyId', 's-1'],
  ['feature', 'checkout'],
  ['variantForFlag', 'checkout'],
  ['feature', ''],
  ['feature', 'checkout'],
] as const;
const TARGETS = [
  { kind: 'strategy', id: 's-1' },
  { kind: 'feature', name: 'checkout' },
  { kind: 'featureVariants', feature: 'checkout' },
  { kind: 'feature', name: '' },
  { kind: 'feature', name: 'checkout' },
];
const UNKNOWN = [
  ['Feature', 'checkout'],
  ['__proto__', 'x'],
  ['toString', 'x'],
  ['', 'x'],
  ['Feature', 'search'],
] as const;

describe('searchTargets', () => {
  test.each([true, false])('names a target for each parameter; strict: %s', (isStrict) => {
    expect(searchTargets(PARAMETERS, isStrict)._unsafeUnwrap()).toStrictEqual(TARGETS);
    expect(searchTargets([], isStrict)._unsafeUnwrap()).toStrictEqual([]);
  });

  test('ignores unknown parameters', () => {
    expect(searchTargets([...UNKNOWN, ...PARAMETERS], false)._unsafeUnwrap()).toStrictEqual(
      TARGETS,
    );
  });

  test('names each unknown parameter once when strict', () => {
    const error = searchTargets([...PARAMETERS, ...UNKNOWN], true)._unsafeUnwrapErr();

    const expected = 'one of feature, strategyId, variantForFlag';
    expect(error).toStrictEqual({
      type: 'BadData',
      problems: [
        { path: 'the query parameter "Feature"', expected },
        { path: 'the query parameter "__proto__"', expected },
        { path: 'the query parameter "toString"', expected },
        { path: 'the query parameter ""', expected },
      ],
    });
  });
});
