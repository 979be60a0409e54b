import type { ForecastSchema } from '@forewarn/client';
import { useMemo } from 'preact/hooks';
import type { Route } from '../app/route.ts';
import { type Entry, type Expected, isSure, keyOf } from '../timeline/entry.ts';
import { scheduledCausesOf } from './cause.ts';
import type { Forecasts } from './use-forecasts.ts';

/** The forecasts that are not as planned, the worst first. */
export const EXPECTED: readonly Expected[] = ['fails', 'suspended', 'changed', 'unknown'];

/** The change requests of a period with their forecasts. */
export interface ExpectedEntries {
  readonly entries: readonly Entry[];
  /** The forecasts of those that will not go as planned, the soonest first. */
  readonly expected: readonly ForecastSchema[];
  /** Those of the entries that break others, the soonest first. */
  readonly breaking: readonly Entry[];
  /** The forecasts of others that will not go as planned, the soonest first. */
  readonly elsewhere: readonly ForecastSchema[];
  /** The one that the URL selects. By default, the first of the worst. */
  readonly selected: ForecastSchema | undefined;
}

const NONE: Forecasts['byKey'] = new Map();

/** Joins entries with their forecasts. */
export function useExpected(
  entries: readonly Entry[],
  forecasts: Forecasts | undefined,
  { query }: Route,
): ExpectedEntries {
  const joined = useMemo(() => {
    const { byKey = NONE, all = NONE } = forecasts ?? {};
    const known = new Map([...all, ...byKey]);
    const broken = Map.groupBy(
      [...known.values()].flatMap((victim) =>
        scheduledCausesOf(victim.causes).map((cause) => ({
          of: keyOf(cause),
          victim: { ...victim, consequence: cause.consequence },
        })),
      ),
      ({ of }) => of,
    );
    const marked = entries.map((entry) => {
      const key = keyOf(entry);
      const breaks = broken.get(key)?.map(({ victim }) => victim);
      return { ...entry, forecast: known.get(key), breaks };
    });
    const here = new Set(marked.map(keyOf));
    return {
      entries: marked,
      expected: marked.flatMap(({ forecast }) => forecast ?? []),
      breaking: marked.filter(({ breaks = [] }) => breaks.some(isSure)),
      elsewhere: [...known.values()].filter((each) => !here.has(keyOf(each))),
    };
  }, [entries, forecasts]);
  const key = query.get('selected');
  const { expected } = joined;
  const selected =
    expected.find((each) => keyOf(each) === key) ??
    EXPECTED.flatMap((worst) => expected.find(({ forecast }) => forecast === worst) ?? [])[0];
  return { ...joined, selected };
}
