import type {
  ImpactData,
  ImpactQuestion,
  ImpactReport,
  ImpactDoubt,
  ImpactedChangeRequest,
  Outcome,
  StrategyImpact,
  TargetImpact,
} from '@forewarn/impact';
import { type Target, targetValue } from '@forewarn/core';
import { suggestionsFor } from './suggestions-for.ts';
import { type TargetBody, targetBody } from './target-body.ts';

export interface TargetImpactBody extends Omit<Outcome, 'isComplete'>, Pick<TargetImpact, 'names'> {
  readonly target: TargetBody;
  readonly complete: boolean;
  /** Only of a name that does not exist: the time at which it did not. */
  readonly namesAsOf?: string;
  /** Only of a name that does not exist: those that it may have been meant to be. */
  readonly suggestions?: readonly string[];
  readonly count: number;
  readonly changeRequests: readonly ImpactedChangeRequest[];
  readonly doubts: readonly ImpactDoubt[];
}

/** The impacts of several targets as JSON. */
export interface ImpactBody extends ImpactData {
  readonly impacts: readonly TargetImpactBody[];
}

/** The impact of deleting a strategy definition as JSON. */
export type StrategyImpactBody = TargetImpactBody &
  ImpactData &
  Pick<StrategyImpact, 'hidden' | 'fingerprint'>;

export const impactBody = ({ impacts, ...data }: ImpactReport): ImpactBody => ({
  ...dataBody(data),
  impacts: impacts.map(targetImpactBody),
});

export const strategyImpactBody = (impact: StrategyImpact): StrategyImpactBody => ({
  ...dataBody(impact),
  ...targetImpactBody(impact),
  hidden: impact.hidden,
  fingerprint: impact.fingerprint,
});

const dataBody = ({ coverage, asOf }: ImpactData): ImpactData => ({
  coverage,
  ...(asOf === undefined ? {} : { asOf }),
});

/** The target that a question names: of a strategy, its feature. */
const namedBy = ({ target, feature }: ImpactQuestion): Target =>
  feature === undefined ? target : { kind: 'feature', name: feature };

function targetImpactBody({ question, isComplete, ...impact }: TargetImpact): TargetImpactBody {
  const { outcome, count, changeRequests, doubts, reasons, names, notFound } = impact;
  return {
    target: targetBody(question),
    outcome,
    complete: isComplete,
    count,
    changeRequests,
    doubts,
    reasons,
    names,
    ...(notFound === undefined
      ? {}
      : {
          namesAsOf: notFound.asOf,
          suggestions: suggestionsFor(targetValue(namedBy(question)), notFound.near),
        }),
  };
}
