import type { ImpactConsequenceSchema } from '@forewarn/client';
import { type Impact, type TargetImpact, worstOf } from './ask-impact.ts';

type ConsequenceOutcome = ImpactConsequenceSchema['outcome'];

/** Whether a change request breaks; undefined if that is not known. */
const BREAKS: { readonly [Each in ConsequenceOutcome]: boolean | undefined } = {
  suspended: true,
  fails: true,
  refused: true,
  lost: true,
  changed: true,
  unaffected: false,
  unknown: undefined,
};

/** The server lists at most as many touches of a change request. */
const MAX_TOUCHES = 100;

/** Whether the intents would break anything: `none` only if each consequence is known, and each change request is listed. */
export const breakageOf = ({ impacts }: Pick<Impact, 'impacts'>): TargetImpact['outcome'] =>
  worstOf(impacts.map(breakageOfOne));

function breakageOfOne({
  outcome,
  complete,
  count,
  changeRequests,
}: TargetImpact): TargetImpact['outcome'] {
  if (outcome !== 'some') return outcome;
  const isCut = count > changeRequests.length;
  const breaks = changeRequests.flatMap(({ touches }) => [
    ...touches.map(({ consequence }) => consequence && BREAKS[consequence.outcome]),
    // A search lists no touches.
    ...(touches.length === 0 || touches.length >= MAX_TOUCHES ? [undefined] : []),
  ]);
  if (breaks.includes(true)) return 'some';
  return complete && !isCut && !breaks.includes(undefined) ? 'none' : 'unknown';
}
