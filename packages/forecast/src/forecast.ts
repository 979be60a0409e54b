import type { ChangeLocation, Target } from '@forewarn/core';
import type { Consequence, Intent, UnknownReason } from '@forewarn/impact';
import type { Event, ShownChangeRequest } from '@forewarn/record';

/** The forecasts, the worst first. */
export const FORECASTS = ['fails', 'suspended', 'changed', 'unknown', 'as-planned'] as const;

/**
 * How a scheduled change request will go, because of what else is scheduled and of what is already gone.
 *
 * - `fails`: it fails when it is applied, or its changes vanish before.
 * - `suspended`: its schedule is suspended before.
 * - `changed`: it is applied, with another effect than planned.
 * - `unknown`: no rule says, or it depends on what is not known.
 * - `as-planned`: otherwise.
 */
export type ForecastOutcome = (typeof FORECASTS)[number];

/** Maximum causes that a forecast lists. */
export const MAX_CAUSES = 100;

/** Maximum change requests with an effect on one target that a forecast looks at: the soonest. One more makes it `unknown`. */
export const MAX_EFFECTIVE = 1_000;

/**
 * Why what a change request causes is not known.
 *
 * - `cause-uncertain`: it will itself fail or be suspended, or may, and what it does to a dependency is needed.
 * - `order-unknown`: both are scheduled for the same time.
 * - `effects-unseen`: what it does to the feature can't be seen.
 * - `dependency-uncertain`: it removes a dependency that other ones may make or remove before, or another one may undo what it
 *   does to one.
 * - `too-many-effects`: more than {@link MAX_EFFECTIVE} change what it changes.
 * - `removal-unknown`: what it changes is gone, and the ways in which that can have happened differ in what they do to it.
 */
export type UncertaintyRule =
  | 'cause-uncertain'
  | 'order-unknown'
  | 'effects-unseen'
  | 'dependency-uncertain'
  | 'too-many-effects'
  | 'removal-unknown';

export interface ForecastConsequence extends Omit<Consequence, 'rule'> {
  readonly rule: Consequence['rule'] | UncertaintyRule;
}

/** What one change of another change request does to one change of this one. */
export interface ScheduledCause extends ShownChangeRequest, ChangeLocation {
  /** The change that it affects. */
  readonly touch: ChangeLocation;
  readonly consequence: ForecastConsequence;
}

/** The kinds of target that can be known to be gone. */
export const GONE_KINDS = [
  'feature',
  'strategy',
  'segment',
  'strategyDefinition',
  'environment',
] as const satisfies readonly Target['kind'][];

/** A target that can be known to be gone. */
export type GoneTarget = Extract<Target, { readonly kind: (typeof GONE_KINDS)[number] }>;

/** Targets that a caller asks about in a project, although nothing scheduled may touch them. */
export interface AskedTargets {
  readonly projectId: string;
  readonly targets: readonly GoneTarget[];
}

/** Whether a target can be known to be gone. */
export const canBeGone = (target: Target): target is GoneTarget =>
  (GONE_KINDS as readonly string[]).includes(target.kind);

/** How it is known that something is gone. */
export interface GoneKnowledge {
  /** The event that removed it; absent if Forewarn recorded none. */
  readonly event?: Pick<Event, 'id' | 'createdAt' | 'createdBy'> & {
    readonly type: Extract<Event['type'], 'strategy-deleted'>;
  };
  /** The time of the complete list that lacks it, or has it as archived, in ISO 8601, UTC; absent if an event tells. */
  readonly asOf?: string;
}

/** Something that is known to be no longer there. */
export interface Gone extends GoneKnowledge {
  readonly target: GoneTarget;
  /** The id of the project that lacks it; absent if it is gone everywhere. */
  readonly projectId?: string;
  /** What was done to it; several if that can't be told. */
  readonly removals: readonly Intent[];
}

/** What one change of a change request needs, and is already gone. */
export interface GoneCause extends GoneKnowledge {
  readonly gone: GoneTarget;
  /** The change that needs it. */
  readonly touch: ChangeLocation;
  readonly consequence: ForecastConsequence;
}

/** Why a change request will not go as planned. */
export type ForecastCause = ScheduledCause | GoneCause;

/** Whether a cause is something that is already gone, and not what is scheduled. */
export const isGoneCause = (cause: ForecastCause): cause is GoneCause => 'gone' in cause;

/** Returns the causes that are scheduled. */
export const scheduledCauses = (causes: readonly ForecastCause[]): readonly ScheduledCause[] =>
  causes.filter((cause): cause is ScheduledCause => !isGoneCause(cause));

/** How one scheduled change request will go. */
export interface Forecast extends ShownChangeRequest {
  /** The name of its author, as the recorded change request has it. */
  readonly createdBy?: string;
  readonly forecast: ForecastOutcome;
  /**
   * What is already gone first, then the soonest, by project and id: at most {@link MAX_CAUSES} that the caller may read.
   */
  readonly causes: readonly ForecastCause[];
  /** How many there are in all. */
  readonly causeCount: number;
  /** How many of them are in projects that the caller may not read. */
  readonly hiddenCauses: number;
}

/** What one change of a change request does to one change of another one. */
export interface ForecastBreak extends ShownChangeRequest, ChangeLocation {
  /** The change that affects it. */
  readonly touch: ChangeLocation;
  readonly consequence: ForecastConsequence;
}

/** What a change request does to others: those that have it as a cause. */
export interface Breaks {
  /** The soonest first, then by project and id: at most {@link MAX_CAUSES} that the caller may read. */
  readonly breaks: readonly ForecastBreak[];
  /** How many there are in all. */
  readonly breakCount: number;
  /** How many of them are in projects that the caller may not read. */
  readonly hiddenBreaks: number;
  /** Whether it may break others: not all that depends on it was read. */
  readonly mayBreakMore: boolean;
}

/** How one scheduled change request will go, and what it does to others. */
export interface ForecastWithBreaks extends Forecast, Breaks {}

/**
 * Why a forecast may lack causes. `too-many-causes`: what is scheduled before it is more than a store reads. `no-future-time`:
 * it is overdue, or has no time that can be read. The others are those of impacts.
 */
export type ForecastReason = UnknownReason | 'too-many-causes' | 'no-future-time';
