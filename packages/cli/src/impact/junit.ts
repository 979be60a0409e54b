import { UNCHECKED_WORDS } from '@forewarn/impact/words';
import { type Case, junitXml } from '../report/junit-xml.ts';
import type { Impact, TargetImpact } from './impact.ts';
import { breakageOf } from './breakage.ts';
import {
  describeAsked,
  describeChangeRequest,
  ELSEWHERE_WORDS,
  isElsewhere,
  isUnchecked,
  present,
} from './describe.ts';
import { otherRowsOf, whysOf } from './impact-report.ts';
import { HARMLESS_PLAN } from './summary.ts';

const NAME = 'forewarn check';

/**
 * The impact as JUnit XML: a test case per target, or a passing one for a plan without any.
 *
 * @param isLenient whether a change request that stays unaffected is no failure
 */
export const junitOf = ({ impacts }: Pick<Impact, 'impacts'>, isLenient: boolean): string =>
  junitXml(NAME, [
    ...impacts.map((impact) => {
      const outcome = isLenient ? breakageOf({ impacts: [impact] }) : impact.outcome;
      const name = describeAsked(impact);
      return { in: NAME, name, ...resultOf(impact, outcome) };
    }),
    ...(impacts.length === 0 ? [{ in: NAME, name: HARMLESS_PLAN }] : []),
  ]);

/** Nothing is known, as JUnit XML: an error. */
export const failureJunit = (summary: string): string =>
  junitXml(NAME, [
    { in: NAME, name: 'the server', problem: { kind: 'error', type: 'unknown', lines: [summary] } },
  ]);

function resultOf(
  impact: TargetImpact,
  outcome: TargetImpact['outcome'],
): Pick<Case, 'problem' | 'note'> {
  if (outcome === 'none') {
    if (isElsewhere(impact)) return { note: ELSEWHERE_WORDS };
    return isUnchecked(impact) ? { note: UNCHECKED_WORDS } : {};
  }
  const [kind, type] =
    outcome === 'some' ? (['failure', 'scheduled'] as const) : (['error', 'unknown'] as const);
  const lines = [
    type,
    ...impact.changeRequests.flatMap((each) => [
      `#${each.id} in ${each.project}: ${describeChangeRequest(each)}`,
      ...whysOf(each),
      ...present(each.url),
    ]),
    ...otherRowsOf(impact).flatMap(({ id, project, why }) =>
      why.map((line) => (id === '' ? line : `#${id} in ${project}: ${line}`)),
    ),
  ];
  return { problem: { kind, type, lines } };
}
