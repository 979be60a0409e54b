import type { Forecast, ForecastCause } from './forecast.ts';

/** Whether a cause is one of those that make a forecast as bad as it is. */
export const isDecisive = (
  {
    consequence: { outcome },
  }: { readonly consequence: Pick<ForecastCause['consequence'], 'outcome'> },
  { forecast }: Pick<Forecast, 'forecast'>,
): boolean => outcome === forecast || outcome === 'lost' || outcome === 'refused';
