import { describe, expect, test } from 'vitest';
import { givenTargets, withIntent } from '../../src/impact/given-targets.ts';
import { targetsInFile } from '../../src/impact/targets-in-file.ts';

const two = [{ feature: 'a' }, { segment: 3, intent: 'delete' }] as const;

describe('a file of targets', () => {
  test.each([
    ['the body of a request', JSON.stringify({ targets: two }, null, 2)],
    ['a list', JSON.stringify(two)],
    ['one target per line', `${JSON.stringify(two[0])}\r\n\n  ${JSON.stringify(two[1])}\n`],
  ])('is %s', (_what, text) => {
    expect(targetsInFile(text)._unsafeUnwrap()).toEqual(two);
  });

  test('can be one target', () => {
    const target = { strategyId: 's-1', feature: 'a' };

    expect(targetsInFile(JSON.stringify(target))._unsafeUnwrap()).toEqual([target]);
  });

  test.each([
    ['', 'at least one target'],
    ['[]', 'at least one target'],
    ['{"targets":[]}', 'at least one target'],
    ['{"targets":{"feature":"a"}}', 'targets: expected'],
    ['7', '$: expected'],
    ['[{"feature":"a"},{"feature":"a","segment":3}]', '$[1]: expected'],
    ['{"targets":[{"strategy":"a"}]}', 'targets[0]: expected one of feature, strategyId'],
    ['[{"feature":"a","stratgyId":"b"}]', '$[0], stratgyId: expected no field of this name'],
    ['{"feature":"a"}\n{"feature":""}', 'line 2, feature: expected 1 to'],
    ['{"feature":"a"}\nfeature b', 'line 2: expected JSON'],
    ['[{"feature":"a"}', 'line 1: expected JSON'],
    ['{"feature":"a","intent":"update"}', '$, intent: expected archive'],
  ])('with %j is an error that names the place', (text, says) => {
    expect(targetsInFile(text)._unsafeUnwrapErr()).toContain(says);
  });
});

test('options name targets of each kind', () => {
  expect(
    givenTargets({
      feature: ['a', 'b'],
      strategyId: ['s-1'],
      variants: ['c'],
      segment: [0],
      strategyDefinition: ['byCountry'],
    }),
  ).toEqual([
    { feature: 'a' },
    { feature: 'b' },
    { strategyId: 's-1' },
    { variantForFlag: 'c' },
    { segment: 0 },
    { strategyDefinition: 'byCountry' },
  ]);
});

describe('an intent', () => {
  test('is given to each target that has none', () => {
    expect(withIntent([{ strategyId: 's-1' }, two[1]], 'update')._unsafeUnwrap()).toEqual([
      { strategyId: 's-1', intent: 'update' },
      two[1],
    ]);
  });

  test.each([
    [{ feature: 'a' }, 'delete', '--intent delete is not for the feature "a": expected archive'],
    [{ variantForFlag: 'a' }, 'archive', 'the variants of "a": expected update'],
    [{ segment: 3 }, 'archive', 'the segment 3: expected update or delete'],
  ] as const)('%j does not have %s', (target, intent, says) => {
    expect(withIntent([target], intent)._unsafeUnwrapErr()).toContain(says);
  });
});
