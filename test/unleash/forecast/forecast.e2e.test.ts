import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  asFile,
  PAGE,
  responsesIn,
  TO_PAIRS,
  TO_PEOPLE,
  withMeasured,
} from '../truth/responses.ts';
import { rulesPage } from '../truth/rules-page.ts';
import { type RunningMeasured, startMeasured } from '../truth/start-measured.ts';
import { contradictionOf } from './forecast-of-pair.ts';
import { measurePair, type PairObservation } from './measure-pair.ts';
import { nameOfPair, type Pair, PAIRS } from './pairs.ts';
import { pairInWords } from './pairs-section.ts';

const TIMEOUT_MS = 300_000;

let unleash: RunningMeasured;
let measurements: readonly (readonly [Pair, PairObservation])[];

beforeAll(async () => {
  unleash = await startMeasured();
  measurements = await unleash.measureEach(PAIRS, measurePair);
}, TIMEOUT_MS);

afterAll(async () => {
  await unleash?.stop();
});

test('no forecast contradicts what Unleash does with two changes', () => {
  const contradictions = measurements.map(([pair, observation]) =>
    contradictionOf(unleash.version, pair, pairInWords(observation)),
  );

  expect(contradictions.filter((each) => each !== undefined)).toEqual([]);
});

test('the page has what Unleash does with each pair', async () => {
  const measured = measurements.map(
    ([pair, observation]) => [nameOfPair(pair), pairInWords(observation)] as const,
  );
  const responses = withMeasured(responsesIn(TO_PAIRS), unleash.version, measured);

  await expect(asFile(responses)).toMatchFileSnapshot(TO_PAIRS);
  await expect(rulesPage(responsesIn(TO_PEOPLE), responses)).toMatchFileSnapshot(PAGE);
});
