import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTwoSteps, rejects } from '../../store-contract/test/wrong-store.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import type { ForecastFindings, ForecastQuery, ForecastReader } from '../src/forecast-reader.ts';
import { memoryForecast } from '../src/memory/index.ts';

type Spoil = (right: ForecastReader['forecast']) => ForecastReader['forecast'];

/** Changes what the call returns if it succeeds. */
const returning =
  (change: (found: ForecastFindings, query: ForecastQuery) => ForecastFindings): Spoil =>
  (right) =>
  (query, options) =>
    toResultAsync(right(query, options)).map((found) => change(found, query));

const findingNoCauses = returning((found) => ({
  ...found,
  scheduled: found.scheduled.filter(({ project, id }) =>
    found.candidates.some((each) => each.projectId === project && each.id === id),
  ),
}));
const forgettingCuts = returning(({ isCut: _cut, ...found }) => found);
const forgettingWhatIsGone = returning((found) => ({ ...found, gone: [] }));

/** By each contract, forecasts that it must reject. */
const WRONG: Readonly<Record<string, readonly [flaw: string, Spoil]>> = {
  ForecastReader: ['return candidates without their causes', findingNoCauses],
  'ForecastReader, of those named': [
    'find nothing of those named',
    returning((found, { among }) => (among === undefined ? found : { ...found, candidates: [] })),
  ],
  'ForecastReader, pages': [
    'say that no page has another after it',
    returning(({ next: _next, ...found }) => found),
  ],
  'ForecastReader, size': ['do not say that causes are missing', forgettingCuts],
  'ForecastReader, count': ['do not say that causes are missing', forgettingCuts],
  'ForecastReader, victims': [
    'do not say that there are more victims',
    returning(({ hasMoreVictims: _more, ...found }) => found),
  ],
  'ForecastReader, gaps': [
    'do not say that something may be unlisted',
    returning(({ unlistedAt: _at, ...found }) => found),
  ],
  'ForecastReader, environments': [
    'say that no environment is missing',
    returning(({ lacksEnvironment: _lacks, ...found }) => found),
  ],
  'ForecastReader, against the rule': ['return candidates without their causes', findingNoCauses],
  'ForecastReader, without what was deleted': ['forget what is gone', forgettingWhatIsGone],
  'NameRepository, what is missing': ['forget what is missing', forgettingWhatIsGone],
  'ForecastReader, atomicity': [
    'read the candidates before their causes',
    (right) => (query) =>
      inTwoSteps(right(query), ({ candidates }) =>
        toResultAsync(right(query)).map((after) => ({ ...after, candidates })),
      ),
  ],
};

// Shrinking a counterexample takes longer than all cases.
beforeAll(() => fc.configureGlobal({ endOnFailure: true }));
afterAll(() => fc.resetConfigureGlobal());

it('has wrong forecasts for each contract', () => {
  const ports = forecastingContracts.map(({ port }) => port);
  expect(ports.toSorted()).toEqual(Object.keys(WRONG).toSorted());
});

const all = Object.entries(WRONG).map(([port, [flaw, spoil]]) => ({ port, flaw, spoil }));
it.for(all)('$port rejects forecasts that $flaw', { timeout: 60_000 }, async ({ port, spoil }) => {
  const contract = forecastingContracts.find((each) => each.port === port);
  const isRejected =
    contract !== undefined &&
    (await rejects(contract, async () => {
      const right = createMemoryStore({}, [memoryForecast]);
      const forecast = spoil((query, options) => right.forecasts.forecast(query, options));
      return { store: { ...right, forecasts: { forecast } }, release: () => right.close() };
    }));
  expect(isRejected).toBe(true);
});
