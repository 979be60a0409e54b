import type { ConsequenceOutcome } from '@forewarn/impact';
import { type Forecast, forecastOf, type ForecastOutcome } from '@forewarn/forecast';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { NAMES, scheduledWith } from '../truth/expected.ts';
import type { ScheduledChange } from '../truth/scheduled-change.ts';
import { changesOf, nameOfPair, type Pair } from './pairs.ts';

/** What Forewarn forecasts for the two changes of a pair. */
export interface PairForecast {
  readonly earlier: ForecastOutcome;
  readonly later: ForecastOutcome;
  /** Those that decide it. */
  readonly rules: readonly string[];
}

/** Returns what `forecastOf` says if nothing else is scheduled. */
export function forecastOfPair(pair: Pair): PairForecast {
  const { earlier, later } = changesOf(pair);
  const [first, second] = forecastOf(
    [request(1, earlier, earlier.environment), request(2, later)],
    { now: NOW },
  );
  if (first === undefined || second === undefined) throw new Error(`${nameOfPair(pair)}: none`);
  return {
    earlier: first.forecast,
    later: second.forecast,
    rules: [...new Set([...decisiveIn(first), ...decisiveIn(second)])],
  };
}

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

const request = (
  id: number,
  change: ScheduledChange,
  environment = 'development',
): ScheduledChangeRequest => ({
  ...scheduledWith(change),
  project: NAMES.project,
  state: 'Scheduled',
  id,
  environment,
  schedule: { status: 'pending', scheduledAt: new Date(NOW + id * HOUR_MS).toISOString() },
});

const FAILING: readonly ConsequenceOutcome[] = ['fails', 'lost', 'refused'];

const decisiveIn = ({ forecast, causes }: Forecast): readonly string[] =>
  causes
    .map(({ consequence }) => consequence)
    .filter(({ outcome }) =>
      forecast === 'fails' ? FAILING.includes(outcome) : outcome === forecast,
    )
    .map(({ rule }) => rule);

/**
 * How a forecast compares with what the open edition does, the worst first.
 *
 * - `contradicts`: Unleash does something else.
 * - `stricter`: Unleash applies what the Enterprise edition suspends before.
 * - `no rule`: Unleash does something else, and no rule says so: see {@link WITHOUT_RULE}.
 * - `unknown`: the forecast says that it is not known.
 * - `agrees`: otherwise, or it would fail if it were not suspended before.
 */
const GRADES = ['contradicts', 'no rule', 'stricter', 'unknown', 'agrees'] as const;

export type Grade = (typeof GRADES)[number];

/** Grades the forecast of a pair by the words of the response; undefined if a change was not applied. */
export function gradeOf(version: string, pair: Pair, response: string): Grade | undefined {
  const observed = observedIn(response);
  if (observed === undefined) return undefined;
  const { earlier, later } = forecastOfPair(pair);
  const expected = EXCEPTIONS[version]?.[nameOfPair(pair)] ?? later;
  const grades = [grade(earlier, observed.earlier), grade(expected, observed.later)];
  const worst = GRADES.find((each) => grades.includes(each));
  const isWithoutRule = WITHOUT_RULE[nameOfPair(pair)] === observed.later;
  return worst === 'contradicts' && isWithoutRule ? 'no rule' : worst;
}

function grade(forecast: ForecastOutcome, observed: ForecastOutcome): Grade {
  if (forecast === 'unknown') return 'unknown';
  if (forecast === observed) return 'agrees';
  if (forecast !== 'suspended') return 'contradicts';
  return observed === 'fails' ? 'agrees' : 'stricter';
}

function observedIn(response: string): Pick<PairForecast, 'earlier' | 'later'> | undefined {
  const words = response.split('; ');
  const earlier = words[0]?.startsWith('earlier ') === true ? 'fails' : 'as-planned';
  if (words.includes('not applied')) return undefined;
  if (words.includes('ok') || words.includes('ok, overwrites')) {
    return { earlier, later: words.includes('gone') ? 'fails' : 'as-planned' };
  }
  return { earlier, later: words.includes('ok, with another effect') ? 'changed' : 'fails' };
}

/** What Unleash does that no rule says: what else switching a flag on does depends on its strategies, which Forewarn does not know. */
const WITHOUT_RULE: Readonly<Record<string, ForecastOutcome>> = {
  'addStrategy, defaultChange': 'changed',
};

/** Where an older version does otherwise than the forecast, which follows the newest one. */
const EXCEPTIONS: Readonly<Partial<Record<string, Readonly<Record<string, ForecastOutcome>>>>> = {
  '7.4.1': {
    'deleteStrategy, reorderStrategy': 'changed',
    'deleteDependency, deleteDependency': 'as-planned',
    'deleteDependencyOfParent, deleteDependencyOfParent': 'as-planned',
    'addThirdAsParent, deleteDependency': 'as-planned',
  },
};

/** Returns how a response contradicts the forecast of a pair; undefined if it does not. */
export function contradictionOf(version: string, pair: Pair, response: string): string | undefined {
  if (gradeOf(version, pair, response) !== 'contradicts') return undefined;
  const { earlier, later, rules } = forecastOfPair(pair);
  const forecast = `${earlier} and ${later} (${rules.join(', ')})`;
  return `${nameOfPair(pair)}: the forecast is ${forecast}, Unleash ${version} responds: ${response}`;
}
