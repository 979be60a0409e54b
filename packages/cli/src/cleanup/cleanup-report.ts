import type { CleanupCandidate } from '@forewarn/client';
import { CLEANUP_WORDS, inMinuteFrom } from '@forewarn/cleanup';
import { utcOf } from '@forewarn/impact';
import { describeChangeRequest, describeTarget, present, targetOf } from '../impact/describe.ts';
import { failureWords } from '../impact/summary.ts';
import { textTable } from '../impact/text-table.ts';
import { printable } from '../print.ts';
import { comment, tableIn } from '../report/comment.ts';
import type { CleanupPlan } from './ask-cleanup.ts';

/** A table of the candidates; empty if there are none. */
export const tableOf = ({ candidates }: CleanupPlan, isOneProject: boolean): string =>
  textTable(candidates.map(rowOf), isOneProject ? ['project'] : []);

export const markdownOf = ({ candidates }: CleanupPlan, summary: string): string =>
  comment('cleanup', summary, tableIn(candidates.map(rowOf)));

const rowOf = (candidate: CleanupCandidate) => ({
  target: describeCandidate(candidate),
  project: candidate.project ?? '',
  verdict: verdictOf(candidate),
  wave: String(candidate.wave ?? ''),
  why: whysOf(candidate),
});

/** One line for people: how many can be removed, and how old the data is. */
export function summaryOf({ candidates, failure }: CleanupPlan, age: string | undefined): string {
  const count = (verdict: CleanupCandidate['verdict']): number =>
    candidates.filter((each) => each.verdict === verdict).length;
  const counts = `${count('now')} can be removed now, ${count('after')} later, ${count('blocked')} blocked, ${count('unknown')} unknown`;
  const isNone = candidates.length === 0;
  const gap =
    failure && `unknown what ${isNone ? '' : 'else '}can be removed: ${failureWords(failure)}`;
  return printable(present(isNone && gap ? undefined : counts, gap, age).join('; '));
}

/** A candidate for people, such as `the feature "sale"`. */
export const describeCandidate = ({ target }: Pick<CleanupCandidate, 'target'>): string =>
  describeTarget(targetOf(target));

/** The verdict for people, such as `after 2026-11-24 17:00 UTC`. */
export function verdictOf({ verdict, after }: Pick<CleanupCandidate, 'verdict' | 'after'>): string {
  if (after === undefined) return verdict;
  const time = new Date(inMinuteFrom(after));
  return `${verdict} ${Number.isNaN(time.valueOf()) ? after : utcOf(time.toISOString())}`;
}

/** Why it is so: the reasons, and what decides. A newer server may have others. */
export const whysOf = ({ reasons, evidence, usedBy }: CleanupCandidate): readonly string[] => [
  ...reasons.map((reason) => CLEANUP_WORDS[reason] ?? reason),
  ...(usedBy === undefined || usedBy.count === 0 ? [] : [`used by ${usingText(usedBy)}`]),
  ...evidence.flatMap(({ changeRequest, children, lastSeenAt, forecast }) => [
    ...(changeRequest === undefined
      ? []
      : [
          `#${changeRequest.id} in ${changeRequest.project}: ${present(describeChangeRequest(changeRequest), forecast).join(', ')}`,
        ]),
    ...(children === undefined ? [] : [`children: ${children.join(', ')}`]),
    ...(lastSeenAt === undefined ? [] : [`last seen at ${lastSeenAt}`]),
  ]),
];

function usingText({ features, count, isWhole }: NonNullable<CleanupCandidate['usedBy']>): string {
  const more = count - features.length;
  return `${features.join(', ')}${more > 0 ? ` and ${more} more` : ''}${isWhole ? '' : ', and maybe others'}`;
}
