import type { ImpactQuestion, Intent } from '@forewarn/impact';
import type { Target } from '@forewarn/core';
import { targetValue } from '@forewarn/core/target';
import { TARGET_FIELDS } from '@forewarn/record/target-fields';

/** A target as clients write it. It has exactly one of these names, except that a `feature` can be beside a `strategyId`. */
export interface TargetBody {
  readonly feature?: string;
  readonly strategyId?: string;
  readonly variantForFlag?: string;
  readonly segment?: number;
  readonly strategyDefinition?: string;
  readonly environment?: string;
  readonly contextField?: string;
  readonly user?: string;
  readonly intent?: Intent;
  readonly inEnvironment?: string;
  readonly legalValues?: readonly string[];
}

const TARGETS = {
  strategyId: (id: string): Target => ({ kind: 'strategy', id }),
  feature: (name: string): Target => ({ kind: 'feature', name }),
  variantForFlag: (feature: string): Target => ({ kind: 'featureVariants', feature }),
  strategyDefinition: (name: string): Target => ({ kind: 'strategyDefinition', name }),
  environment: (name: string): Target => ({ kind: 'environment', name }),
  contextField: (name: string): Target => ({ kind: 'contextField', name }),
  user: (name: string): Target => ({ kind: 'user', name }),
} as const satisfies Partial<Record<keyof TargetBody, (value: string) => Target>>;

/** The names of targets that a text identifies. */
export const NAMED = Object.keys(TARGETS) as readonly (keyof typeof TARGETS)[];

export const namedTarget = (name: keyof typeof TARGETS, value: string): Target =>
  TARGETS[name](value);

/** Returns the target that a body names; undefined unless it names exactly one. */
export function targetOf(body: TargetBody): Target | undefined {
  const { segment, strategyId } = body;
  let target: Target | undefined =
    segment === undefined ? undefined : { kind: 'segment', id: segment };
  for (const key of NAMED) {
    const value = body[key];
    const isBeside = key === 'feature' && strategyId !== undefined;
    if (value === undefined || isBeside) continue;
    if (target !== undefined) return undefined;
    target = namedTarget(key, value);
  }
  return target;
}

export const targetBody = ({ target, ...rest }: ImpactQuestion): TargetBody => ({
  [TARGET_FIELDS[target.kind]]: target.kind === 'segment' ? target.id : targetValue(target),
  ...rest,
});
