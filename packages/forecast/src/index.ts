/**
 * How scheduled change requests will go: effects, conflicts, forecasts.
 *
 * @module @forewarn/forecast
 */
export * from './breaks-of.ts';
export * from './is-decisive.ts';
export * from './effects-of.ts';
export * from './conflicts-on.ts';
export * from './planned.ts';
export * from './influences-by-target.ts';
export * from './forecast.ts';
export * from './forecast-of.ts';
export * from './forecast-reader.ts';
export * from './forecast-words.ts';
export * from './forecasts.ts';
export * from './in-steps.ts';
export * from './read-schedule.ts';
export * from './stored-schedule.ts';
export * from './gone-words.ts';
export * from './news-words.ts';
export * from './removals-of.ts';
