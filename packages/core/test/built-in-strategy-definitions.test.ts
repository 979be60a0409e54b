import { expect, test } from 'vitest';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  problemsOfStrategy,
  type StrategyDefinition,
} from '../src/index.ts';

const parametersOf = ({ parameters }: StrategyDefinition): readonly string[] =>
  parameters.map(({ name, type }) => `${name}: ${type}`);

test("the built-in definitions are Unleash's, with their parameters", () => {
  const parameters = BUILT_IN_STRATEGY_DEFINITIONS.map((each) => [each.name, parametersOf(each)]);

  expect(parameters).toEqual([
    ['default', []],
    ['flexibleRollout', ['rollout: percentage', 'stickiness: string', 'groupId: string']],
    ['userWithId', ['userIds: list']],
    ['remoteAddress', ['IPs: list']],
    ['applicationHostname', ['hostNames: list']],
    ['gradualRolloutRandom', ['percentage: percentage']],
    ['gradualRolloutSessionId', ['percentage: percentage', 'groupId: string']],
    ['gradualRolloutUserId', ['percentage: percentage', 'groupId: string']],
  ]);
});

test('the old rollouts alone are deprecated', () => {
  const deprecated = BUILT_IN_STRATEGY_DEFINITIONS.filter((each) => each.deprecated);

  expect(deprecated.map(({ name }) => name)).toEqual([
    'gradualRolloutRandom',
    'gradualRolloutSessionId',
    'gradualRolloutUserId',
  ]);
});

test('none can be edited, and each could be stored', () => {
  expect(BUILT_IN_STRATEGY_DEFINITIONS.filter(({ editable }) => editable)).toEqual([]);
  expect(BUILT_IN_STRATEGY_DEFINITIONS.flatMap(problemsOfStrategy)).toEqual([]);
});
