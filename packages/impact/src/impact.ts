import type { Coverage, ChangeLocation } from '@forewarn/core';
import type { Doubt, ShownChangeRequest } from '@forewarn/record';
import type { ImpactQuestion } from './impact-question.ts';

/**
 * Maximum length of all that a report lists, as JSON in UTF-16 code units. A single change request can exceed it. Counts and
 * outcomes are always exact.
 */
export const MAX_REPORT_LENGTH = 2 * 1_024 * 1_024;

/**
 * How a rule is known.
 *
 * - `documented`: Unleash's documentation, e-mail or page says so.
 * - `measured`: a test saw it on a real Unleash, whose version `docs/reference/rules.md` names.
 * - `source`: read in Unleash's open source.
 * - `none`: no rule says, so the consequence is `unknown`.
 */
export type Evidence = 'documented' | 'measured' | 'source' | 'none';

/**
 * What an intent does to a scheduled change request.
 *
 * - `suspended`: its schedule is suspended. It can be rescheduled as it is only if it is `reschedulable`.
 * - `fails`: it fails when it is applied.
 * - `refused`: Unleash refuses the intent while the change request is scheduled.
 * - `lost`: its changes vanish.
 * - `changed`: it is applied, with another effect than planned.
 * - `unaffected`: it is applied as planned.
 * - `unknown`: no rule says, or it depends on what Forewarn does not know.
 */
export type ConsequenceOutcome = (typeof CONSEQUENCES)[ConsequenceRule]['outcome'];

/** The consequence for the change request and its evidence, by the id of the rule. */
export const CONSEQUENCES = {
  'feature-archived': { outcome: 'suspended', reschedulable: false, evidence: 'documented' },
  'already-archiving': { outcome: 'unaffected', evidence: 'measured' },
  'parent-gone': { outcome: 'fails', evidence: 'measured' },
  'still-depends': { outcome: 'refused', evidence: 'measured' },
  'still-depended-on': { outcome: 'refused', evidence: 'measured' },
  'feature-deleted': { outcome: 'lost', evidence: 'measured' },
  'feature-moved': { outcome: 'fails', evidence: 'measured' },
  'strategies-replaced': { outcome: 'fails', evidence: 'measured' },
  'default-strategy-unneeded': { outcome: 'changed', evidence: 'measured' },
  'child-becomes-parent': { outcome: 'fails', evidence: 'measured' },
  'parent-becomes-child': { outcome: 'fails', evidence: 'measured' },
  'dependency-gone': { outcome: 'fails', evidence: 'measured' },
  'strategy-updated': { outcome: 'suspended', reschedulable: true, evidence: 'documented' },
  'strategy-deleted': { outcome: 'suspended', reschedulable: false, evidence: 'documented' },
  'ordered-strategy-deleted': { outcome: 'fails', evidence: 'measured' },
  'variants-updated': { outcome: 'suspended', reschedulable: true, evidence: 'documented' },
  'other-environment': { outcome: 'unaffected', evidence: 'measured' },
  'environment-not-found': { outcome: 'unknown', evidence: 'none' },
  'segment-updated': { outcome: 'suspended', reschedulable: true, evidence: 'documented' },
  'included-segment-updated': { outcome: 'unknown', evidence: 'none' },
  'included-segment-moved': { outcome: 'refused', evidence: 'measured' },
  'segment-moved': { outcome: 'fails', evidence: 'measured' },
  'included-segment-deleted': { outcome: 'refused', evidence: 'measured' },
  'segment-deleted': { outcome: 'fails', evidence: 'measured' },
  'definition-deleted': { outcome: 'fails', evidence: 'measured' },
  'milestone-definition-deleted': { outcome: 'refused', evidence: 'measured' },
  'planned-definition-deleted': { outcome: 'unknown', evidence: 'source' },
  'environment-removed': { outcome: 'fails', evidence: 'measured' },
  'environment-left': { outcome: 'changed', evidence: 'measured' },
  'context-field-updated': { outcome: 'unknown', evidence: 'measured' },
  'value-no-longer-legal': { outcome: 'fails', evidence: 'measured' },
  'author-deleted': { outcome: 'unknown', evidence: 'documented' },
  'still-applies': { outcome: 'unaffected', evidence: 'measured' },
  'no-rule': { outcome: 'unknown', evidence: 'none' },
} as const satisfies Readonly<
  Record<string, { outcome: string; reschedulable?: boolean; evidence: Evidence }>
>;

/** The id of the rule behind a consequence. `RULE_WORDS` says why, and what to do next. */
export type ConsequenceRule = keyof typeof CONSEQUENCES;

/** What an intent does to a scheduled change request, how that is known, and what to do. */
export interface Consequence {
  readonly outcome: ConsequenceOutcome;
  /** Only of one that is suspended. */
  readonly reschedulable?: boolean;
  readonly rule: ConsequenceRule;
  readonly evidence: Evidence;
  /** One sentence: why. */
  readonly why: string;
  /** One sentence: what to do next. */
  readonly next: string;
}

export interface ImpactTouch extends ChangeLocation {
  /** What the intent does to the change request; absent without an intent. */
  readonly consequence?: Consequence;
}

/** A scheduled change request that touches the target. */
export interface ImpactedChangeRequest extends ShownChangeRequest {
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
export type UnknownReason =
  | 'not-found'
  | 'doubt'
  | 'no-coverage'
  | 'too-old'
  | 'unreadable-projects';

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
  /** Whether all that touches it is known. If not, there may be more than is counted. */
  readonly isComplete: boolean;
}

/** How current the data behind an impact is, whatever its outcomes. */
export interface ImpactData {
  /** `none` if not all that is scheduled is known, in a project or because of one that can't be read; `live` if all is. */
  readonly coverage: Coverage['kind'];
  /** The oldest time that counts, in ISO 8601, UTC; absent when all data is live. */
  readonly asOf?: string;
}

/** Whether a target's name exists, as far as that is known. */
export interface NameCheck {
  /**
   * Whether it is known which names of its kind exist, and of environments if the question has one. If they are `unchecked`,
   * the outcome `none` says that no change names the target, and not that there is such a thing.
   */
  readonly names: 'checked' | 'unchecked';
  /** Only if no such name exists. */
  readonly notFound?: {
    /** The time at which none existed, in ISO 8601, UTC. A later one may exist. */
    readonly asOf: string;
    /** Names that exist, and that it may have been meant to be; empty for ids, and for most targets if many are not found. */
    readonly near: readonly string[];
  };
  /** Whether the environment of the question exists in none of the projects, as far as that is known. */
  readonly isEnvironmentNotFound?: boolean;
}

/** What would break if the question's intent were carried out, and how sure that is. */
export interface TargetImpact extends Outcome, NameCheck {
  readonly question: ImpactQuestion;
  /** How many scheduled change requests touch the target. */
  readonly count: number;
  /** The soonest of them first, then by project and id; those without a time last: at most 100. */
  readonly changeRequests: readonly ImpactedChangeRequest[];
  /** The doubts that cover the target, in the same order: at most 100. */
  readonly doubts: readonly ImpactDoubt[];
}

/** The impacts of several targets, all of one moment. */
export interface ImpactReport extends ImpactData {
  /** In the order of the questions. */
  readonly impacts: readonly TargetImpact[];
}

/** The impact of deleting a strategy definition, over all projects. */
export interface StrategyImpact extends TargetImpact, ImpactData {
  /** How many change requests touch or may touch it in projects that the caller may not read. */
  readonly hidden: number;
  /** Identifies this impact, those of unreadable projects included: `acknowledge` accepts it while it is current. */
  readonly fingerprint: string;
}
