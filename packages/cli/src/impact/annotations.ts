import type { Failure } from '@forewarn/client';
import { printable } from '../print.ts';
import { breakageOf, isUnaffected } from './breakage.ts';
import type { Impact, LinkedChangeRequest, TargetImpact } from './impact.ts';
import {
  describeAsked,
  describeChangeRequest,
  describeConsequence,
  describeDoubt,
  describeTouch,
  describeUnchecked,
  present,
  describeReason,
  describeFailure,
} from './describe.ts';

/**
 * Workflow commands for GitHub Actions: one annotation per change request, one per target whose outcome is unknown, and one
 * for all targets that may not exist: GitHub shows at most ten notices.
 *
 * @param isLenient whether a change request that stays unaffected is no error
 */
export const annotationsOf = (
  { impacts }: Impact,
  age: string | undefined,
  isLenient = false,
): string => {
  const unchecked = describeUnchecked(impacts);
  return [
    ...impacts.flatMap((impact) => [
      ...impact.changeRequests.map((found) =>
        annotationOf(found, impact, age, isLenient && isUnaffected(found) ? 'notice' : 'error'),
      ),
      ...((isLenient ? breakageOf({ impacts: [impact] }) : impact.outcome) === 'unknown'
        ? [doubtOf(impact, age)]
        : []),
    ]),
    ...(unchecked === undefined
      ? []
      : [annotation('Unchecked names', present(unchecked, age).join('; '), 'notice')]),
  ].join('');
};

/** A workflow command for GitHub Actions that says why nothing is known. */
export const failureAnnotation = (failure: Failure): string =>
  annotation('Unknown whether anything is scheduled', describeFailure(failure));

function annotationOf(
  { id, touches, url, ...facts }: LinkedChangeRequest,
  asked: TargetImpact,
  age: string | undefined,
  level: 'error' | 'notice',
): string {
  const touched = `${describeChangeRequest(facts)}, touches ${describeAsked(asked)}`;
  const parts = present(touched, ...touches.map(whyOf), age, url);
  return annotation(`Scheduled change request #${id}`, parts.join('; '), level);
}

function whyOf(touch: LinkedChangeRequest['touches'][number]): string {
  const consequence = describeConsequence(touch.consequence).join(' ');
  return [describeTouch(touch), ...(consequence === '' ? [] : [consequence])].join(': ');
}

function doubtOf(impact: TargetImpact, age: string | undefined): string {
  const { doubts, reasons, outcome, complete, count, changeRequests } = impact;
  const isTouched = outcome === 'some';
  const more = count - changeRequests.length;
  const parts = present(
    isTouched && !complete ? 'not all that touches it is known' : undefined,
    more > 0 ? `and ${more} more` : undefined,
    ...doubts.map((each) => `#${each.id} in ${each.project}: ${describeDoubt(each)}`),
    ...reasons
      .filter((reason) => reason !== 'doubt' || doubts.length === 0)
      .map((reason) => describeReason(reason, impact)),
    age,
  );
  const what = isTouched ? 'something would break:' : 'anything touches';
  const title = `Unknown whether ${what} ${describeAsked(impact)}`;
  return annotation(title, parts.join('; '));
}

/** A workflow command. Without control characters, a title can neither start another one nor change the log's colours. */
export function annotation(title: string, message: string, level = 'error'): string {
  const data = (text: string): string => printable(text).replaceAll('%', '%25');
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${data(message)}\n`;
}
