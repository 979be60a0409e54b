import type { Failure } from '@forewarn/client';
import { isHarmlessPlan } from './ask-impact.ts';
import { printable } from '../print.ts';
import { UNCHECKED_WORDS } from '@forewarn/impact/words';
import type { CutOff } from '../read-pages.ts';
import type { Impact, Question, TargetImpact } from './impact.ts';
import {
  describeAsked,
  describeFailure,
  describeReason,
  describeUnchecked,
  ELSEWHERE_WORDS,
  isElsewhere,
  isUnchecked,
  present,
  type Remedies,
} from './describe.ts';

/** One line for people: what touches the targets, and how old the data is. */
export function summaryOf(
  impact: Impact,
  { project }: Pick<Question, 'project'>,
  age: string | undefined,
): string {
  const { impacts } = impact;
  if (isHarmlessPlan(impact)) return HARMLESS_PLAN;
  const where = project === undefined ? 'in all projects' : `in the project "${project}"`;
  const [first, ...others] = impacts;
  const what =
    first !== undefined && others.length === 0
      ? ofOne(first, where)
      : `${impacts.length} targets ${where}: ${countsOf(impacts)}`;
  const elsewhere = impacts.some(isElsewhere) ? ELSEWHERE_WORDS : undefined;
  return printable(present(what, elsewhere, age).join('; '));
}

/** What is said of a plan for which {@link isHarmlessPlan} is true. */
export const HARMLESS_PLAN =
  'the plan changes nothing in Unleash that a scheduled change can touch';

function ofOne(impact: TargetImpact, where: string): string {
  const { outcome, count, reasons } = impact;
  const name = describeAsked(impact);
  if (outcome === 'unknown') {
    const whys = reasons.map((reason) => describeReason(reason, impact)).join(', ');
    return `unknown whether anything scheduled touches ${name} ${where}: ${whys}`;
  }
  const what =
    count === 1 ? '1 scheduled change request touches' : `${count} scheduled change requests touch`;
  const unchecked = isUnchecked(impact) ? `; ${UNCHECKED_WORDS}` : '';
  return `${what} ${name} ${where}${unchecked}`;
}

function countsOf(impacts: readonly TargetImpact[]): string {
  const count = (asked: TargetImpact['outcome']): number =>
    impacts.filter(({ outcome }) => outcome === asked).length;
  const counts = `${count('some')} touched by scheduled change requests, ${count('unknown')} unknown, ${count('none')} clear`;
  return present(counts, describeUnchecked(impacts)).join('; ');
}

/** One line for people: why nothing is known. */
export const failureSummary = (failure: Failure): string =>
  printable(`unknown whether anything is scheduled: ${failureWords(failure)}`);

/** What went wrong, with its id in the server's log. */
export function failureWords(failure: Failure | CutOff, remedies?: Partial<Remedies>): string {
  if (failure.type === 'CutOff') return failure.message;
  const id = failure.type === 'ErrorResponse' ? failure.id : undefined;
  return `${describeFailure(failure, remedies)}${id === undefined ? '' : ` (error id ${id})`}`;
}
