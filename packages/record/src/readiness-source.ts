import type {
  CallOptions,
  PortResult,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';

/** Maximum features that wait. Beyond it, those that wait longest are kept. */
export const MAX_WAITING_FEATURES = 500;

/** A change request that no longer stands in the way of cleaning up what it touches. */
export interface PassedChange {
  readonly changeRequest: ScheduledChangeRequest;
  /** When its time was over, and again when it was withdrawn or replaced, in milliseconds since 1970. */
  readonly at: number;
}

/** A feature that waits until it is known whether it can be cleaned up: the last of what touched it is over, or it grew quiet. */
export interface WaitingFeature {
  readonly projectId: string;
  readonly name: string;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
}

/** A feature that can be cleaned up, now that nothing scheduled touches it any more and no application asks for it. */
export interface ReadyFeature {
  readonly project: string;
  readonly name: string;
  /** Since when: the last of what was scheduled was over then, or it grew quiet. ISO 8601, UTC. */
  readonly after: string;
  /** When its use was read, in ISO 8601, UTC: after that time. */
  readonly asOf: string;
}

export interface ReadinessLook {
  /** What passed since the last look. */
  readonly passed: readonly PassedChange[];
  /** Features that grew quiet after this time are new, in milliseconds since 1970. Absent: look for none. */
  readonly quietSince?: number | undefined;
  /** Those that the last look left. */
  readonly waiting: readonly WaitingFeature[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether more may have passed than is known: then none is ready yet. */
  readonly isBehind?: boolean;
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
