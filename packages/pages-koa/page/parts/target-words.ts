import type { DoubtReason, Target, TargetKind } from '@forewarn/core';

/** The kinds of target in words. */
export const KIND_WORDS: Readonly<Record<TargetKind, string>> = {
  feature: 'feature',
  strategy: 'strategy',
  featureVariants: 'variants of',
  segment: 'segment',
  strategyDefinition: 'strategy definition',
};

const PLURALS: Readonly<Record<TargetKind, string>> = {
  feature: 'features',
  strategy: 'strategies',
  featureVariants: 'variants',
  segment: 'segments',
  strategyDefinition: 'strategy definitions',
};

const WHY: Readonly<Record<DoubtReason, string>> = {
  'unknown-action': 'its action is unknown',
  'missing-id': 'it does not say which',
  'not-listed': 'it does not list them',
};

/** A doubt in words: `It may touch other segments: it does not list them`. */
export function doubtText({
  kinds,
  why,
}: {
  readonly kinds: readonly TargetKind[];
  readonly why: DoubtReason;
}): string {
  const names = kinds.map((kind) => PLURALS[kind]);
  const list = [names.slice(0, -1).join(', '), names.at(-1)]
    .filter((each) => each !== '')
    .join(' or ');
  return `It may touch more ${list}: ${WHY[why]}`;
}

/** A target as the admin API takes it. */
export function targetParameter(target: Target): Readonly<Record<string, string | number>> {
  switch (target.kind) {
    case 'feature':
      return { feature: target.name };
    case 'strategy':
      return { strategyId: target.id };
    case 'featureVariants':
      return { variantForFlag: target.feature };
    case 'segment':
      return { segment: target.id };
    case 'strategyDefinition':
      return { strategyDefinition: target.name };
  }
}
