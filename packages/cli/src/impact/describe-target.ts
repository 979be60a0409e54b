import type { Target } from '@forewarn/core';

/** A target for people, such as `the feature "checkout"`. */
export function describeTarget(target: Target): string {
  switch (target.kind) {
    case 'feature':
      return `the feature "${target.name}"`;
    case 'strategy':
      return `the strategy ${target.id}`;
    case 'featureVariants':
      return `the variants of "${target.feature}"`;
    case 'segment':
      return `the segment ${target.id}`;
    case 'strategyDefinition':
      return `the strategy definition "${target.name}"`;
  }
}
