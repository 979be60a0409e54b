import type { Forecast } from '@forewarn/forecast';

/** Maximum causes in a prediction: the soonest. */
export const MAX_PREDICTED_CAUSES = 10;

/** A forecast that is not `as-planned`, of all projects: no cause is hidden. */
export interface Prediction extends Forecast {
  /** The same exactly for the same forecast of the same change request with the same causes to come, all at the same times. */
  readonly fingerprint: string;
}

/**
 * What an alert is about.
 *
 * - `forecast`: a change request that will not go as planned.
 * - `schedule`: a change request whose schedule is suspended or failed.
 * - `data`: a project whose data is too old. Its `id` is 0.
 */
export interface AlertKey {
  readonly kind: 'forecast' | 'schedule' | 'data';
  readonly projectId: string;
  readonly id: number;
}

/** What holds now and was told once. It is told again when its fingerprint changes, or after it was over. */
export interface Alert extends AlertKey {
  readonly fingerprint: string;
  /** Only of the kind `forecast`. */
  readonly prediction?: Prediction;
  /** Whether the change request will fail or be suspended, as it was found last: what it causes is uncertain then. */
  readonly isBroken?: true;
}

/** Returns a text that identifies what an alert is about. */
export const alertKeyText = ({ kind, projectId, id }: AlertKey): string =>
  `${kind} ${id} ${projectId}`;
