import { describe, expect, test } from 'vitest';
import { withOptions } from '../../src/impact/question-options.ts';
import { givenTargets } from '../../src/impact/target-options.ts';
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
    ['{"targets":[{"feature":"a"}],"feature":"b"}', /^feature: expected no field of this name$/],
    ['7', '$: expected'],
    ['[{"feature":"a"},{"feature":"a","segment":3}]', '$[1]: expected'],
    ['{"targets":[{"strategy":"a"}]}', 'targets[0]: expected one of feature, strategyId'],
    ['[{"feature":"a","stratgyId":"b"}]', '$[0], stratgyId: expected no field of this name'],
    ['{"feature":"a"}\n{"feature":""}', 'line 2, feature: expected 1 to'],
    ['{"feature":"a"}\nfeature b', 'line 2: expected JSON'],
    ['[{"feature":"a"}', 'line 1: expected JSON'],
    ['{"targets":[{"feature":"a","feature":"b"}]}', /^expected no key twice in an object$/],
    ['{"targets":[{"feature":"a"}],\n"targets":[{"feature":"b"}]}', /^expected no key twice/],
    ['{"feature":"a"}\n{"segment":3,"segment":4}', /^line 2: expected no key twice/],
    ['{"feature":"a","intent":"update"}', '$, intent: expected one of archive, delete, move'],
    ['{"feature":"a","legalValues":["x"]}', '$, legalValues: expected'],
  ])('with %j is an error that names the place', (text, says) => {
    expect(targetsInFile(text)._unsafeUnwrapErr()).toMatch(says);
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
      environment: ['production'],
      contextField: ['country'],
      user: ['ann'],
    }),
  ).toEqual([
    { feature: 'a' },
    { feature: 'b' },
    { strategyId: 's-1' },
    { variantForFlag: 'c' },
    { segment: 0 },
    { strategyDefinition: 'byCountry' },
    { environment: 'production' },
    { contextField: 'country' },
    { user: 'ann' },
  ]);
});

describe('what options say about all targets', () => {
  test('is given to each target that does not say otherwise', () => {
    const options = { intent: 'update', inEnvironment: 'production' } as const;
    expect(
      withOptions([{ strategyId: 's-1' }, two[1]], { intent: 'delete' })._unsafeUnwrap(),
    ).toEqual([{ strategyId: 's-1', intent: 'delete' }, two[1]]);
    expect(withOptions([{ strategyId: 's-1' }], options)._unsafeUnwrap()).toEqual([
      { strategyId: 's-1', ...options },
    ]);
  });

  test.each([
    [
      { feature: 'a' },
      { intent: 'update' },
      '--intent, the feature "a": expected one of archive, delete',
    ],
    [
      { variantForFlag: 'a' },
      { intent: 'archive' },
      '--intent, the variants of "a": expected one of update',
    ],
    [
      { segment: 3 },
      { intent: 'archive' },
      '--intent, the segment 3: expected one of update, move',
    ],
    [{ segment: 3 }, { inEnvironment: 'x' }, '--in-environment, the segment 3: expected'],
    [{ segment: 3 }, { legalValue: ['x'] }, '--legal-value, the segment 3: expected'],
  ] as const)('%j can not have %j', (target, options, says) => {
    expect(withOptions([target], options)._unsafeUnwrapErr()).toContain(says);
  });
});
