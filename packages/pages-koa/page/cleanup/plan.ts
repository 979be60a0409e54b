import type { CleanupCandidateSchema, CleanupSchema } from '@forewarn/client';
import { isAllowed, type JoinedPages, joinPages, inMinuteFrom, VERDICTS } from '@forewarn/cleanup';
import { plural } from '../parts/action-words.ts';
import { dateTimeText } from '../parts/times.ts';

/** Whether something can be removed, from when on, and why. */
export type Candidate = CleanupCandidateSchema;

/** What can be removed, and from when on. */
export interface Plan extends JoinedPages<Candidate> {
  readonly quietDays: number;
  readonly coverage: CleanupSchema['coverage'];
}

/** Whether a response is a page of candidates, none of which contradicts itself. */
export function isCleanupPage(value: unknown): value is CleanupSchema {
  const { candidates, coverage } = Object(value) as Partial<CleanupSchema>;
  return typeof coverage === 'string' && Array.isArray(candidates) && candidates.every(isCandidate);
}

function isCandidate(value: unknown): boolean {
  const { target, verdict, after, reasons, evidence, fingerprint } = Object(
    value,
  ) as Partial<Candidate>;
  return (
    Object(target) === target &&
    verdict !== undefined &&
    VERDICTS.includes(verdict) &&
    typeof fingerprint === 'string' &&
    Array.isArray(evidence) &&
    Array.isArray(reasons) &&
    isAllowed({ verdict }) === (reasons.length === 0) &&
    (verdict === 'after') === (typeof after === 'string')
  );
}

/** Joins pages. */
export const planOf = (pages: readonly CleanupSchema[], quietDays: number): Plan => ({
  quietDays,
  coverage: 'none',
  ...joinPages(pages),
});

/** Writes a plan as `forewarn cleanup --json` does, for `forewarn check --plan`. */
export const jsonOf = (plan: Plan): string => `${JSON.stringify(plan)}\n`;

/** Candidates of one verdict and wave. */
export interface CandidateGroup {
  readonly title: string;
  readonly candidates: readonly Candidate[];
}

/** The time after which a removal is allowed, in words. */
export const afterText = (after: string): string => dateTimeText(inMinuteFrom(after));

const TITLES: Readonly<Record<Candidate['verdict'], string>> = {
  now: 'Can be removed now',
  after: 'Can be removed later',
  blocked: 'Blocked',
  unknown: 'Not known',
};

export const groupsOf = ({ candidates }: Plan): readonly CandidateGroup[] =>
  [
    ...Map.groupBy(
      candidates,
      ({ verdict, wave }) => TITLES[verdict] + (wave === undefined ? '' : `: wave ${wave}`),
    ),
  ].map(([title, of]) => ({ title, candidates: of }));

/** How many can be removed, in a sentence. Nothing is said to be all unless it was read to its end. */
export function planText(plan: Plan, isWhole: boolean, isOneProject: boolean): string {
  const { candidates, coverage } = plan;
  if (!isWhole) return `Read ${plural(candidates.length, 'candidate')} so far.`;
  if (candidates.length === 0) return coverage === 'none' ? NOTHING_KNOWN : noneText(isOneProject);
  const count = (verdict: Candidate['verdict']): string =>
    candidates.filter((each) => each.verdict === verdict).length.toLocaleString('en');
  return `${count('now')} can be removed now, ${count('after')} later, ${count('blocked')} blocked, ${count('unknown')} unknown.`;
}

const NOTHING_KNOWN =
  'No candidate is known, but not all data is there: follow your Unleash, which says what is stale or completed.';

const noneText = (isOneProject: boolean): string =>
  `No feature is known that Unleash calls stale or completed${isOneProject ? '' : ', and no strategy definition of your own'}, as far as your key may read.`;
