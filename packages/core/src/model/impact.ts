import type { Schedule } from './scheduled-change-request.ts';
import type { Target, TargetKind } from './target.ts';
import type { Doubt, Place } from './touch.ts';

/** Maximum targets per impact. */
export const MAX_ASKED = 1_000;

/**
 * Maximum length of all that a report lists, as JSON in UTF-16 code units. A single change request can exceed it. Counts and
 * outcomes are always exact.
 */
export const MAX_REPORT_LENGTH = 2 * 1_024 * 1_024;

/** The intents for each kind of target: those that can affect a scheduled change request. */
export const INTENTS = {
  feature: ['archive'],
  strategy: ['update', 'delete'],
  featureVariants: ['update'],
  segment: ['update', 'delete'],
  strategyDefinition: ['update', 'delete'],
} as const satisfies Readonly<Record<TargetKind, readonly string[]>>;

/** An intent: the action that a caller is about to take on a target, of one kind or of any. */
export type Intent<Kind extends TargetKind = TargetKind> = (typeof INTENTS)[Kind][number];

/** A target that a caller asks about. */
export interface AskedTarget {
  readonly target: Target;
  /** The feature of a strategy, if the caller knows it: doubts about other features' strategies then don't cover it. */
  readonly feature?: string;
}

/** A target and what the caller is about to do to it. */
export interface ImpactQuestion extends AskedTarget {
  /** Without it, the impact has no consequences. */
  readonly intent?: Intent;
}

/** The consequence for the change request, by the id of the rule. */
export const CONSEQUENCES = {
  'feature-archived': { outcome: 'suspended', reschedulable: false },
  'already-archiving': { outcome: 'unaffected' },
  'parent-archived': { outcome: 'fails' },
  'strategy-deleted': { outcome: 'suspended', reschedulable: false },
  'strategy-updated': { outcome: 'suspended', reschedulable: true },
  'variants-updated': { outcome: 'suspended', reschedulable: true },
  'segment-updated': { outcome: 'suspended', reschedulable: true },
  'segment-deleted': { outcome: 'fails' },
  'definition-deleted': { outcome: 'fails' },
  'definition-updated': { outcome: 'unknown' },
  'not-documented': { outcome: 'unknown' },
} as const;

/** The id of the rule behind a consequence. Unleash documents each, except `not-documented`. */
export type ConsequenceRule = keyof typeof CONSEQUENCES;

/**
 * What an intent does to a scheduled change request.
 *
 * - `suspended`: its schedule is suspended. It can be rescheduled as it is only if it is `reschedulable`.
 * - `fails`: it fails when it is applied.
 * - `unaffected`: it is applied as planned.
 * - `unknown`: no rule says.
 */
export type Consequence = {
  readonly [Rule in ConsequenceRule]: (typeof CONSEQUENCES)[Rule] & { readonly rule: Rule };
}[ConsequenceRule];

/** One change that touches the target. */
export interface ImpactTouch extends Place {
  /** What the intent does to the change request; absent without an intent. */
  readonly consequence?: Consequence;
}

/** A scheduled change request that touches the target. */
export interface ImpactedChangeRequest {
  /** The project's id. */
  readonly project: string;
  readonly id: number;
  readonly environment: string;
  readonly title?: string;
  readonly schedule?: Schedule;
  /** The name of its author, as the recorded change request has it. */
  readonly createdBy?: string;
  /** The first 100. */
  readonly touches: readonly ImpactTouch[];
}

/** A change that may touch the target. */
export interface ImpactDoubt extends Pick<Doubt, 'path' | 'why' | 'kinds'> {
  /** The project's id. */
  readonly project: string;
  readonly id: number;
  readonly environment: string;
}

/** Why an outcome is `unknown`. */
export type UnknownReason = 'doubt' | 'no-coverage' | 'too-old' | 'unreadable-projects';

/**
 * The outcome for one target.
 *
 * - `some`: at least one change touches it.
 * - `unknown`: no change touches it, but one may, or not all change requests are known.
 * - `none`: otherwise.
 */
export interface Outcome {
  readonly outcome: 'some' | 'unknown' | 'none';
  /** Why the outcome is `unknown`; empty for another outcome. */
  readonly reasons: readonly UnknownReason[];
}

/** What would break if the question's intent were carried out, and how sure that is. */
export interface TargetImpact extends Outcome {
  readonly question: ImpactQuestion;
  /** How many scheduled change requests touch the target. */
  readonly count: number;
  /** The first of them, in byte order of project and then by id: at most 100. */
  readonly changeRequests: readonly ImpactedChangeRequest[];
  /** The doubts that cover the target, in the same order: at most 100. */
  readonly doubts: readonly ImpactDoubt[];
}

/** The impacts of several targets, all of one moment. */
export interface ImpactReport {
  /** The oldest time that counts, in ISO 8601, UTC; absent when all data is live. */
  readonly asOf?: string;
  /** In the order of the questions. */
  readonly impacts: readonly TargetImpact[];
}

/** The impact of deleting a strategy definition, over all projects. */
export interface StrategyImpact extends TargetImpact {
  /** As in {@link ImpactReport}. */
  readonly asOf?: string;
  /** How many change requests touch or may touch it in projects that the caller may not read. */
  readonly hidden: number;
  /** Identifies this impact, those of unreadable projects included: `acknowledge` accepts it while it is current. */
  readonly fingerprint: string;
}
