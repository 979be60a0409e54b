import { KIND_WORDS, type Target, targetValue } from '@forewarn/core';

/** A target for people, such as `the feature "checkout"`. */
export function describeTarget(target: Target): string {
  const value = targetValue(target);
  const isId = target.kind === 'strategy' || target.kind === 'segment';
  return `the ${KIND_WORDS[target.kind]} ${isId ? value : `"${value}"`}`;
}
