export type * from './api.ts';
export * from './client.ts';
export type { ClientOptions, Key, RequestOptions } from './client-options.ts';
export { OPERATIONS } from './operations.ts';
export * from './outcome.ts';
export type * from './cleanup/cleanup-schemas.ts';
export type * from './forecast/forecast-schemas.ts';
export type * from './notify/webhook-schemas.ts';
export type * from './what-if/preview-schemas.ts';
export type { CleanupCandidate, CleanupFilter, CleanupPage } from './cleanup/cleanup-outcome.ts';
export {
  type Forecast,
  type ForecastFilter,
  type ForecastPage,
  type GoneCause,
  isGone,
  type ForecastWithBreaks,
} from './forecast/forecast-outcome.ts';
export type { ImpactTarget } from './impact-outcome.ts';
export type { ChangeRequestPage } from './list-outcome.ts';
export type { Conditions } from './make-call.ts';
export type { ScheduleEdit } from './what-if/preview-calls.ts';
export type { SchedulePreview } from './what-if/is-preview.ts';
