import type { Impact, Touch } from './words.ts';

type Outcome = NonNullable<Touch['consequence']>['outcome'];

/** The outcomes that harm a change request or may do so, the worst first. */
export const BY_WORST: readonly Outcome[] = [
  'fails',
  'suspended',
  'lost',
  'refused',
  'changed',
  'unknown',
];

/** Returns the worst that happens to change requests; undefined if nothing was said that it would harm. */
export function worstOutcome(of: Impact['changeRequests']): Outcome | undefined {
  const found = new Set(
    of.flatMap(({ touches }) => touches.map(({ consequence }) => consequence?.outcome)),
  );
  return BY_WORST.find((each) => found.has(each));
}
