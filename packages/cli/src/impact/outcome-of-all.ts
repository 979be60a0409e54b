import type { Impact, TargetImpact } from './ask-impact.ts';

/** The outcome for all targets: `some` if it is for any, else `unknown` if it is for any, else `none`. */
export function outcomeOfAll({ impacts }: Pick<Impact, 'impacts'>): TargetImpact['outcome'] {
  const outcomes = new Set(impacts.map(({ outcome }) => outcome));
  if (outcomes.has('some')) return 'some';
  return outcomes.has('unknown') || outcomes.size === 0 ? 'unknown' : 'none';
}
