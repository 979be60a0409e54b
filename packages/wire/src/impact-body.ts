import type {
  ImpactReport,
  ImpactDoubt,
  ImpactedChangeRequest,
  Outcome,
  StrategyImpact,
  TargetImpact,
} from '@forewarn/core';
import { type TargetBody, targetBody } from './target-body.ts';

/** The impact of one target as JSON. */
export interface TargetImpactBody extends Outcome {
  readonly target: TargetBody;
  readonly count: number;
  readonly changeRequests: readonly ImpactedChangeRequest[];
  readonly doubts: readonly ImpactDoubt[];
}

/** The impacts of several targets as JSON. */
export interface ImpactBody extends Pick<ImpactReport, 'asOf'> {
  readonly impacts: readonly TargetImpactBody[];
}

/** The impact of deleting a strategy definition as JSON. */
export type StrategyImpactBody = TargetImpactBody &
  Pick<StrategyImpact, 'asOf' | 'hidden' | 'fingerprint'>;

export const impactBody = ({ asOf, impacts }: ImpactReport): ImpactBody => ({
  ...(asOf === undefined ? {} : { asOf }),
  impacts: impacts.map(targetImpactBody),
});

export const strategyImpactBody = (impact: StrategyImpact): StrategyImpactBody => ({
  ...(impact.asOf === undefined ? {} : { asOf: impact.asOf }),
  ...targetImpactBody(impact),
  hidden: impact.hidden,
  fingerprint: impact.fingerprint,
});

function targetImpactBody(impact: TargetImpact): TargetImpactBody {
  const { question, outcome, count, changeRequests, doubts, reasons } = impact;
  return { target: targetBody(question), outcome, count, changeRequests, doubts, reasons };
}
