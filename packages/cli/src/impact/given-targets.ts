import { type Intent, INTENTS } from '@forewarn/core';
import type { ImpactTarget } from '@forewarn/client';
import { err, ok, type Result } from 'neverthrow';
import { describeTarget, targetOf } from './describe.ts';

/** The targets that options name. */
export interface TargetOptions {
  readonly feature?: readonly string[];
  readonly strategyId?: readonly string[];
  readonly variants?: readonly string[];
  readonly segment?: readonly number[];
  readonly strategyDefinition?: readonly string[];
}

/** Returns the targets that options name, in the order of their kinds. */
export function givenTargets(options: TargetOptions): readonly ImpactTarget[] {
  const { feature = [], strategyId = [], variants = [], segment = [] } = options;
  return [
    ...feature.map((name) => ({ feature: name })),
    ...strategyId.map((id) => ({ strategyId: id })),
    ...variants.map((name) => ({ variantForFlag: name })),
    ...segment.map((id) => ({ segment: id })),
    ...(options.strategyDefinition ?? []).map((name) => ({ strategyDefinition: name })),
  ];
}

/** Gives an intent to each target that has none. The error names the first target whose kind does not have it. */
export function withIntent(
  targets: readonly ImpactTarget[],
  intent: Intent,
): Result<readonly ImpactTarget[], string> {
  const intended = targets.map((target) => ({ intent, ...target }));
  const misfit = intended.find((target) => !intentsOf(target).includes(target.intent));
  if (misfit === undefined) return ok(intended);
  const intents = intentsOf(misfit).join(' or ');
  return err(
    `--intent ${misfit.intent} is not for ${describeTarget(targetOf(misfit))}: expected ${intents}`,
  );
}

const intentsOf = (target: ImpactTarget): readonly Intent[] => INTENTS[targetOf(target).kind];
