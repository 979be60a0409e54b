import { expect, test } from 'vitest';
import { MEASURED_ACTIONS } from '../truth/enterprise-actions.ts';
import { responsesIn, TO_PAIRS, TO_PEOPLE } from '../truth/responses.ts';
import { contradictionOf } from './forecast-of-pair.ts';
import { changesOf, nameOfPair, PAIRS } from './pairs.ts';

test('each action that the open-source edition can apply is the earlier and the later one of a pair', () => {
  const pairs = PAIRS.map((pair) => changesOf(pair));
  const earlier = new Set(pairs.map((pair) => pair.earlier.action));
  const later = new Set(pairs.map((pair) => pair.later.action));

  // Its effects can't be seen.
  expect(MEASURED_ACTIONS.filter((each) => !earlier.has(each))).toEqual([
    'updateMilestoneStrategy',
  ]);
  expect(MEASURED_ACTIONS.filter((each) => !later.has(each))).toEqual([]);
});

const responses = responsesIn(TO_PAIRS);

test('each version of the rules has a response to each pair', () => {
  const names = PAIRS.map((pair) => nameOfPair(pair));

  expect(Object.keys(responses)).toEqual(Object.keys(responsesIn(TO_PEOPLE)));
  for (const responded of Object.values(responses)) expect(Object.keys(responded)).toEqual(names);
});

test('no forecast contradicts what Unleash did with two changes', () => {
  const contradictions = Object.entries(responses).flatMap(([version, responded]) =>
    PAIRS.map((pair) => contradictionOf(version, pair, responded[nameOfPair(pair)] ?? '')),
  );

  expect(contradictions.filter((each) => each !== undefined)).toEqual([]);
});
