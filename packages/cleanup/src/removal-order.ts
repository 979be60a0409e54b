import { type AsOf, olderOf } from '@forewarn/record';
import type { PlannedRemoval, Verdict } from './cleanup.ts';
import type { CleanupPage } from './cleanups.ts';

/** The verdicts: those that allow a removal first. */
export const VERDICTS: readonly Verdict[] = ['now', 'after', 'blocked', 'unknown'];

type Ordered = Pick<PlannedRemoval, 'verdict' | 'wave' | 'after'>;

/** Whether a verdict allows a removal, at once or later. */
export const isAllowed = ({ verdict }: Pick<Ordered, 'verdict'>): boolean =>
  verdict === 'now' || verdict === 'after';

/** Compares removals by verdict, wave and time: the order in which they can be done, then those that can't. */
export const removalOrder = (a: Ordered, b: Ordered): number =>
  VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
  (a.wave ?? 0) - (b.wave ?? 0) ||
  Date.parse(a.after ?? '1970') - Date.parse(b.after ?? '1970');

/** Pages of what can be removed, as one. */
export interface JoinedPages<Removal> extends Pick<CleanupPage, 'asOf'> {
  /** `none` if that of any page is; absent without a page. */
  readonly coverage?: CleanupPage['coverage'];
  /** In the order in which they can be removed; then those that can't. */
  readonly candidates: readonly Removal[];
}

const LEAST_FIRST = ['none', 'as-of', 'live'] as const;

/** Joins pages. */
export function joinPages<Removal extends Ordered>(
  pages: readonly (Pick<CleanupPage, 'coverage' | 'asOf'> & {
    readonly candidates: readonly Removal[];
  })[],
): JoinedPages<Removal> {
  const coverage = LEAST_FIRST.find((each) => pages.some((page) => page.coverage === each));
  const asOf = pages.map((page) => page.asOf).reduce<AsOf>(olderOf, undefined);
  return {
    ...(coverage === undefined ? {} : { coverage }),
    ...(asOf === undefined ? {} : { asOf }),
    candidates: pages.flatMap(({ candidates }) => candidates).toSorted(removalOrder),
  };
}
