import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import { type Flaws, inTwoSteps, itRejects } from '../../store-contract/test/wrong-store.ts';
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

const NOTHING: ForecastFindings = {
  projects: [],
  coverages: [],
  candidates: [],
  scheduled: [],
  gone: [],
};

const findingNoCauses = returning((found) => ({
  ...found,
  scheduled: found.scheduled.filter(({ project, id }) =>
    found.candidates.some((each) => each.projectId === project && each.id === id),
  ),
}));
const forgettingCuts = returning(({ isCut: _cut, ...found }) => found);
const forgettingWhatIsGone = returning((found) => ({ ...found, gone: [] }));

/** By each contract, a store that it must reject. */
const WRONG: Flaws<Spoil> = {
  ForecastReader: ['returns candidates without their causes', findingNoCauses],
  'ForecastReader, of those named': [
    'finds nothing of those named',
    returning((found, { among }) => (among === undefined ? found : { ...found, candidates: [] })),
  ],
  'ForecastReader, pages': [
    'says that no page has another after it',
    returning(({ next: _next, ...found }) => found),
  ],
  'ForecastReader, interrupted': ['ignores signals', (right) => (query) => right(query)],
  'ForecastReader, closed': [
    'finds nothing once it is closed',
    (right) => (query, options) => toResultAsync(right(query, options)).orElse(() => ok(NOTHING)),
  ],
  'ForecastReader, size': ['does not say that causes are missing', forgettingCuts],
  'ForecastReader, count': ['does not say that causes are missing', forgettingCuts],
  'ForecastReader, victims': [
    'does not say that there are more victims',
    returning(({ hasMoreVictims: _more, ...found }) => found),
  ],
  'ForecastReader, gaps': [
    'does not say that something may be unlisted',
    returning(({ unlistedAt: _at, ...found }) => found),
  ],
  'ForecastReader, environments': [
    'says that no environment is missing',
    returning(({ lacksEnvironment: _lacks, ...found }) => found),
  ],
  'ForecastReader, against the rule': ['returns candidates without their causes', findingNoCauses],
  'ForecastReader, without what was deleted': ['forgets what is gone', forgettingWhatIsGone],
  'NameRepository, what is missing': ['forgets what is missing', forgettingWhatIsGone],
  'ForecastReader, atomicity': [
    'reads the candidates before their causes',
    (right) => (query) =>
      inTwoSteps(right(query), ({ candidates }) =>
        toResultAsync(right(query)).map((after) => ({ ...after, candidates })),
      ),
  ],
};

itRejects(forecastingContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryForecast]);
  const forecast = spoil((query, options) => right.forecasts.forecast(query, options));
  return { store: { ...right, forecasts: { forecast } }, release: () => right.close() };
});
