import type { CleanupCandidateSchema, CleanupSchema } from '@forewarn/client';
import { isAllowed, removalOrder, VERDICTS } from '@forewarn/cleanup';
import { type AsOf, olderOf } from '@forewarn/record';
import { plural } from '../parts/action-words.ts';

/** Whether something can be removed, from when on, and why. */
export type Candidate = CleanupCandidateSchema;

/** What can be removed, and from when on. */
export interface Plan {
  readonly quietDays: number;
  /** How current the data is; `none` if that of any candidate is not known. */
  readonly coverage: CleanupSchema['coverage'];
  /** The time of the oldest data, ISO 8601; absent if it is live. */
  readonly asOf?: string;
  /** In the order in which they can be removed; then those that can't. */
  readonly candidates: readonly Candidate[];
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

const LEAST_FIRST = ['none', 'as-of', 'live'] as const;

/** Joins pages. */
export function planOf(pages: readonly CleanupSchema[], quietDays: number): Plan {
  const coverage =
    LEAST_FIRST.find((each) => pages.some((page) => page.coverage === each)) ?? 'none';
  const asOf = pages.map((page) => page.asOf).reduce<AsOf>(olderOf, undefined);
  return {
    quietDays,
    coverage,
    ...(asOf === undefined ? {} : { asOf }),
    candidates: pages.flatMap(({ candidates }) => candidates).toSorted(removalOrder),
  };
}

/** Writes a plan as `forewarn cleanup --json` does, for `forewarn check --plan`. */
export const jsonOf = (plan: Plan): string => `${JSON.stringify(plan)}\n`;

/** Candidates of one verdict and wave. */
export interface CandidateGroup {
  readonly title: string;
  readonly candidates: readonly Candidate[];
}

const TITLES: Readonly<Record<Candidate['verdict'], string>> = {
  now: 'Can be removed now',
  after: 'Can be removed later',
  blocked: 'Blocked',
  unknown: 'Not known',
};

/** Groups the candidates of a plan, in its order. */
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
