import type { ForecastSchema } from '@forewarn/client';
import { useMemo } from 'preact/hooks';
import type { Route } from '../app/route.ts';
import { type Entry, type Expected, keyOf } from '../timeline/entry.ts';
import type { Forecasts } from './use-forecasts.ts';

/** The forecasts that are not as planned, the worst first. */
export const EXPECTED: readonly Expected[] = ['fails', 'suspended', 'changed', 'unknown'];

/** The change requests of a period with their forecasts. */
export interface ExpectedEntries {
  readonly entries: readonly Entry[];
  /** The forecasts of those that will not go as planned, the soonest first. */
  readonly expected: readonly ForecastSchema[];
  /** The one that the URL selects. By default, the first of the worst. */
  readonly selected: ForecastSchema | undefined;
}

/** Joins entries with their forecasts. */
export function useExpected(
  entries: readonly Entry[],
  forecasts: Forecasts | undefined,
  { query }: Route,
): ExpectedEntries {
  const joined = useMemo(() => {
    if (forecasts === undefined || forecasts.byKey.size === 0) return { entries, expected: [] };
    const all = entries.map((entry) => ({ ...entry, forecast: forecasts.byKey.get(keyOf(entry)) }));
    return { entries: all, expected: all.flatMap(({ forecast }) => forecast ?? []) };
  }, [entries, forecasts]);
  const key = query.get('selected');
  const { expected } = joined;
  const selected =
    expected.find((each) => keyOf(each) === key) ??
    EXPECTED.flatMap((worst) => expected.find(({ forecast }) => forecast === worst) ?? [])[0];
  return { ...joined, selected };
}
