import type { Target } from '@forewarn/core';
import type {
  ConsequenceRule,
  Evidence,
  TargetImpact,
  UnknownReason as ImpactReason,
} from '@forewarn/impact';
import type { Forecast, ForecastOutcome, ForecastReason } from '@forewarn/forecast';
import type { ShownChangeRequest } from '@forewarn/record';

/** What can be cleaned up: a feature is archived, a strategy definition is deleted. */
export type CleanupTarget = Extract<Target, { readonly kind: 'feature' | 'strategyDefinition' }>;

/**
 * Whether a target can be removed.
 *
 * - `now`: nothing scheduled touches it, and nothing present speaks against it.
 * - `after`: all that touches it will go as planned. After the last of that, it can be removed.
 * - `blocked`: something is known to speak against it.
 * - `unknown`: otherwise.
 */
export type Verdict = 'now' | 'after' | 'blocked' | 'unknown';

/**
 * Why a target is `blocked`.
 *
 * - `suspended`, `failed`, `overdue`: what touches it needs attention, and can still be applied.
 * - `not-as-planned`: what touches it will fail, be suspended or have another effect.
 * - `removal-fails`: what touches it makes Unleash refuse to remove it, or it fails.
 * - `has-children`: features depend on it that are not removed before.
 * - `seen-recently`: an application asked for it within the quiet time.
 * - `used`: strategies of features, release plans or templates use the definition, or are scheduled to.
 */
export type BlockedReason =
  | 'suspended'
  | 'failed'
  | 'overdue'
  | 'not-as-planned'
  | 'removal-fails'
  | 'has-children'
  | 'seen-recently'
  | 'used';

/**
 * Why a verdict is `unknown`, beside the reasons of impacts and forecasts.
 *
 * - `forecast-unknown`: how something that touches it, or its removal, will go is not known.
 * - `cut`: more touches it, or its parent, than an impact lists.
 * - `use-unread`: whether it is used at present could not be read.
 * - `release-plans-unread`: release plans or their templates, which could not be read, may use the definition.
 */
export type UnknownReason =
  | ImpactReason
  | ForecastReason
  | 'forecast-unknown'
  | 'cut'
  | 'use-unread'
  | 'release-plans-unread';

/** Why a verdict is what it is. */
export type CleanupReason = BlockedReason | UnknownReason;

/** How a target is used at present, without what is scheduled. What could not be read is undefined. */
export interface PresentUse {
  /** When that was read, in milliseconds since 1970; just now if absent. What was in use then may still be. */
  readonly asOf?: number;
  /** The names of the features that depend on the feature. */
  readonly children: readonly string[] | undefined;
  /** The names of the features that it depends on. */
  readonly parents: readonly string[] | undefined;
  /** When an application last asked for the feature, in milliseconds since 1970; null if none ever did. */
  readonly lastSeenAt: number | null | undefined;
  /** Whether strategies use the definition. */
  readonly isUsed: boolean | undefined;
  /** Whether release plans or their templates may use the definition. */
  readonly mayBePlanned: boolean | undefined;
  /** Of a definition that exists. */
  readonly usedBy?: UsingFeatures;
}

/** The features with strategies of a definition, in all projects that the caller may read. */
export interface UsingFeatures {
  /** Their names, in ascending byte order: at most {@link MAX_USING}. */
  readonly features: readonly string[];
  /** How many are known. */
  readonly count: number;
  /** Whether the strategies of all features and of all release plans are known. */
  readonly isWhole: boolean;
}

/** Maximum features that are listed for a definition. */
export const MAX_USING = 20;

/** What is known about a candidate, all of one moment. */
export interface CandidateFacts {
  readonly target: CleanupTarget;
  /** The id of the feature's project. Absent for definitions, which belong to none. */
  readonly project?: string;
  /** Of archiving the feature, or of deleting the definition. */
  readonly impact: TargetImpact;
  /**
   * Of making each of its parents one. Whether a change that this affects can be applied depends on whether the parent has
   * children: removing its last one affects the same changes.
   */
  readonly parentImpacts: readonly TargetImpact[];
  /** Of those that touch it or its parents and are going to be applied. */
  readonly forecasts: readonly Forecast[];
  /** Why the forecasts may lack causes. */
  readonly forecastReasons: readonly ForecastReason[];
  /**
   * How removing it will go, just after the last change request that touches it. It makes none go less well, unless one of them
   * gives it a parent: otherwise, an effect only reaches later ones.
   */
  readonly removal: ForecastOutcome;
  readonly present: PresentUse;
}

/** One thing that decides a verdict. */
export interface CleanupEvidence {
  /**
   * The rule of the consequence that removing the target would have at once, or of what is present; `frees-parent`: without
   * the target, its parent may have no children any more, which decides whether the change request can be applied.
   */
  readonly rule: ConsequenceRule | 'frees-parent' | 'has-children' | 'seen-recently' | 'used';
  readonly evidence: Evidence;
  /** The change request that touches the target, or its parent. */
  readonly changeRequest?: ShownChangeRequest;
  /** How it will go; absent if it is not going to be applied. */
  readonly forecast?: ForecastOutcome;
  /** The features that depend on it. */
  readonly children?: readonly string[];
  /** When it was last seen, in ISO 8601, UTC. */
  readonly lastSeenAt?: string;
}

/** What can be done about one target, and why. */
export interface PlannedRemoval extends Pick<CandidateFacts, 'target' | 'project'> {
  readonly verdict: Verdict;
  /** Only of `after`: the time from which on it can be removed, in ISO 8601, UTC. */
  readonly after?: string;
  /** Only of `now` and `after`: those of the first wave are removed before those of the second, from 1 on. */
  readonly wave?: number;
  /** Why it is `blocked` or `unknown`, each once, in ascending byte order; empty otherwise. */
  readonly reasons: readonly CleanupReason[];
  readonly evidence: readonly CleanupEvidence[];
  /** Only of a definition that exists. */
  readonly usedBy?: UsingFeatures;
}
