import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEASURED_ACTIONS } from './enterprise-actions.ts';
import { differenceOf, outcomeOf } from './expected.ts';
import { inWords } from './in-words.ts';
import { type Cell, CELLS, measure, nameOf, type Observation } from './measure.ts';
import { asFile, PAGE, responsesIn, TO_PAIRS, TO_PEOPLE, withMeasured } from './responses.ts';
import { rulesPage } from './rules-page.ts';
import { SCHEDULED_CHANGES } from './scheduled-changes.ts';
import { type RunningMeasured, startMeasured } from './start-measured.ts';

const TIMEOUT_MS = 300_000;

let unleash: RunningMeasured;
let measurements: readonly (readonly [Cell, Observation])[];

beforeAll(async () => {
  unleash = await startMeasured();
  measurements = await unleash.measureEach(CELLS, measure);
}, TIMEOUT_MS);

afterAll(async () => {
  await unleash?.stop();
});

test('measures each action that the open-source edition can apply', () => {
  const actions = new Set(Object.values(SCHEDULED_CHANGES).map(({ action }) => action));

  expect(MEASURED_ACTIONS.filter((action) => !actions.has(action))).toEqual([]);
});

test('applies each change as planned if nothing is done before', () => {
  const broken = measurements.filter(
    ([{ intent }, observation]) =>
      intent === 'nothing' && ![undefined, 'unaffected'].includes(outcomeOf(inWords(observation))),
  );

  expect(broken).toEqual([]);
});

test('each consequence that is measured is what Unleash does', () => {
  const differences = measurements.map(([cell, observation]) =>
    differenceOf(unleash.version, cell, inWords(observation)),
  );

  expect(differences.filter((each) => each !== undefined)).toEqual([]);
});

test('the page has what Unleash responds in each cell', async () => {
  const measured = measurements.map(
    ([cell, observation]) => [nameOf(cell), inWords(observation)] as const,
  );
  const responses = withMeasured(responsesIn(TO_PEOPLE), unleash.version, measured);

  await expect(asFile(responses)).toMatchFileSnapshot(TO_PEOPLE);
  await expect(rulesPage(responses, responsesIn(TO_PAIRS))).toMatchFileSnapshot(PAGE);
});
