import { BUILT_IN_STRATEGY_DEFINITIONS, type StrategyDefinition } from '@forewarn/record';
import { expect, test } from 'vitest';
import { problemsOfStrategy } from '../src/problems-of.ts';

const parametersOf = ({ parameters }: StrategyDefinition): readonly string[] =>
  parameters.map(({ name, type, required }) => `${name}: ${type}${required ? ', required' : ''}`);

test('the built-in definitions and their parameters match Unleash 8.2', () => {
  const parameters = BUILT_IN_STRATEGY_DEFINITIONS.map((each) => [each.name, parametersOf(each)]);

  expect(parameters).toEqual([
    ['default', []],
    [
      'flexibleRollout',
      ['rollout: percentage', 'stickiness: string, required', 'groupId: string, required'],
    ],
    ['remoteAddress', ['IPs: list, required']],
    ['applicationHostname', ['hostNames: list']],
  ]);
  expect(BUILT_IN_STRATEGY_DEFINITIONS.filter((each) => each.deprecated)).toEqual([]);
});

test('none is editable, and each is valid', () => {
  expect(BUILT_IN_STRATEGY_DEFINITIONS.filter(({ editable }) => editable)).toEqual([]);
  expect(BUILT_IN_STRATEGY_DEFINITIONS.flatMap(problemsOfStrategy)).toEqual([]);
});
