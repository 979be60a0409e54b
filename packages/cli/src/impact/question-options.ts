import type { Intent } from '@forewarn/impact';
import { misfitsOf } from '@forewarn/impact/impact-question';
import type { ImpactTarget } from '@forewarn/client';
import { err, ok, type Result } from 'neverthrow';
import { describeTarget, targetOf } from './describe.ts';

/** What options say about all targets: what is asked about each. */
export interface QuestionOptions {
  readonly intent?: Intent;
  readonly inEnvironment?: string;
  readonly legalValue?: readonly string[];
}

const OPTION_OF: Readonly<Record<string, string>> = {
  intent: '--intent',
  inEnvironment: '--in-environment',
  legalValues: '--legal-value',
};

/**
 * Gives these options to each target that does not say otherwise. The error names the first target whose kind does
 * not have one.
 */
export function withOptions(
  targets: readonly ImpactTarget[],
  { intent, inEnvironment, legalValue }: QuestionOptions,
): Result<readonly ImpactTarget[], string> {
  const common = {
    ...(intent === undefined ? {} : { intent }),
    ...(inEnvironment === undefined ? {} : { inEnvironment }),
    ...(legalValue === undefined ? {} : { legalValues: [...legalValue] }),
  };
  const all = targets.map((target) => ({ ...common, ...target }));
  for (const asked of all) {
    const target = targetOf(asked);
    const [misfit] = misfitsOf({ target, ...asked, feature: undefined });
    if (misfit === undefined) continue;
    const { path, expected } = misfit;
    return err(`${OPTION_OF[path] ?? path}, ${describeTarget(target)}: expected ${expected}`);
  }
  return ok(all);
}
