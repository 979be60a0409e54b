import type { forecastSchema, forecastWithBreaksSchema } from '@forewarn/forecast/http';
import type { z } from 'zod';

export type ForecastSchema = z.output<typeof forecastSchema>;
export type ForecastWithBreaksSchema = z.output<typeof forecastWithBreaksSchema>;
export type ForecastBreakSchema = ForecastWithBreaksSchema['breaks'][number];
export type ForecastCauseSchema = ForecastSchema['causes'][number];
export type ForecastGoneCauseSchema = Extract<ForecastCauseSchema, { readonly gone: unknown }>;
export type ForecastScheduledCauseSchema = Exclude<ForecastCauseSchema, ForecastGoneCauseSchema>;
