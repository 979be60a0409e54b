import type {
  CallOptions,
  PortResult,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';

/** Maximum features that wait. Beyond it, those that wait longest are kept. */
export const MAX_WAITING_FEATURES = 500;

/** A feature that waits until it is known whether it can be cleaned up: the last time of what touches it is over. */
export interface WaitingFeature {
  readonly projectId: string;
  readonly name: string;
  /** That time, in milliseconds since 1970. */
  readonly since: number;
}

/** A feature that can be cleaned up, now that the time is over of all that was scheduled and touches it. */
export interface ReadyFeature {
  readonly project: string;
  readonly name: string;
  /** The last time of what was scheduled, in ISO 8601, UTC. */
  readonly after: string;
  /** When its use was read, in ISO 8601, UTC: after that time. */
  readonly asOf: string;
}

/** What a look begins with. */
export interface ReadinessLook {
  /** Change requests whose time is over since the last look. */
  readonly passed: readonly ScheduledChangeRequest[];
  /** Those that the last look left. */
  readonly waiting: readonly WaitingFeature[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a look found. */
export interface Readiness {
  /** Those that wait from now on: at most {@link MAX_WAITING_FEATURES}. */
  readonly waiting: readonly WaitingFeature[];
  /** Those to tell, which wait no longer. */
  readonly ready: readonly ReadyFeature[];
}

/** Tells which features can be cleaned up. Alerts report each feature once. */
export interface ReadinessSource {
  /** Looks again. It must return what it was given, or the same in another order, if nothing is passed and nothing is known. */
  look(given: ReadinessLook, options?: CallOptions): PortResult<Readiness, StoreUnavailable>;
}
