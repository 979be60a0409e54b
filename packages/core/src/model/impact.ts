import type { Consequence } from '../rules/consequence-of.ts';
import type { Outcome } from '../rules/outcome-of.ts';
import type { Intent } from './intent.ts';
import type { Schedule } from './scheduled-change-request.ts';
import type { Target } from './target.ts';
import type { Doubt, Place } from './touch.ts';

/** Maximum targets per impact. */
export const MAX_ASKED = 1_000;

/**
 * Maximum length of all that a report lists, as JSON in UTF-16 code units. A single change request can exceed it. Counts and
 * outcomes are always exact.
 */
export const MAX_REPORT_LENGTH = 2 * 1_024 * 1_024;

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
