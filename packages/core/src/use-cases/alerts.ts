import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { CallOptions } from '../ports/call-options.ts';

/** What a run did. */
export interface AlertsUpdated {
  /** How many events it recorded; 0 if another node was faster. */
  readonly events: number;
  /** When something can change because time passes, in milliseconds since 1970; absent if nothing can. */
  readonly nextAt?: number;
}

/** Compares what holds now with what was told, and tells what changed. */
export type UpdateAlerts = (options?: CallOptions) => ResultAsync<AlertsUpdated, StoreUnavailable>;
