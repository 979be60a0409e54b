import type {
  ImpactReport,
  ImpactDoubt,
  ImpactedChangeRequest,
  ImpactQuestion,
  Intent,
  Outcome,
  StrategyImpact,
  TargetImpact,
} from '@forewarn/core';

/** A target as clients write it. It has exactly one of these names, except that a `feature` can be beside a `strategyId`. */
export interface TargetBody {
  readonly feature?: string;
  readonly strategyId?: string;
  readonly variantForFlag?: string;
  readonly segment?: number;
  readonly strategyDefinition?: string;
  readonly intent?: Intent;
}

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

function targetBody({ target, feature, intent }: ImpactQuestion): TargetBody {
  const rest = {
    ...(feature === undefined ? {} : { feature }),
    ...(intent === undefined ? {} : { intent }),
  };
  switch (target.kind) {
    case 'feature':
      return { feature: target.name, ...rest };
    case 'strategy':
      return { strategyId: target.id, ...rest };
    case 'featureVariants':
      return { variantForFlag: target.feature, ...rest };
    case 'segment':
      return { segment: target.id, ...rest };
    case 'strategyDefinition':
      return { strategyDefinition: target.name, ...rest };
  }
}
