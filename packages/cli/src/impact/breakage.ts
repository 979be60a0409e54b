import type { ImpactConsequenceSchema } from '@forewarn/client';
import { MAX_LISTED } from '@forewarn/impact/impact-reader';
import { isHarmlessPlan, worstOf } from './ask-impact.ts';
import type { Impact, TargetImpact } from './impact.ts';

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

/** Whether the intents would break anything: `none` only if each consequence is known, and each change request is listed. */
export const breakageOf = (
  impact: Pick<Impact, 'impacts'> & Partial<Pick<Impact, 'source'>>,
): TargetImpact['outcome'] =>
  isHarmlessPlan(impact) ? 'none' : worstOf(impact.impacts.map(breakageOfOne));

/** Whether a change request is known to stay unaffected. */
export const isUnaffected = ({ touches }: TargetImpact['changeRequests'][number]): boolean =>
  breaksOf(touches).every((each) => each === false);

/** Whether each touch breaks its change request. A search lists none. */
const breaksOf = (touches: TargetImpact['changeRequests'][number]['touches']) => [
  ...touches.map(({ consequence }) => consequence && BREAKS[consequence.outcome]),
  ...(touches.length === 0 || touches.length >= MAX_LISTED ? [undefined] : []),
];

function breakageOfOne({
  outcome,
  complete,
  count,
  changeRequests,
}: TargetImpact): TargetImpact['outcome'] {
  if (outcome !== 'some') return outcome;
  const isCut = count > changeRequests.length;
  const breaks = changeRequests.flatMap(({ touches }) => breaksOf(touches));
  if (breaks.includes(true)) return 'some';
  return complete && !isCut && !breaks.includes(undefined) ? 'none' : 'unknown';
}
