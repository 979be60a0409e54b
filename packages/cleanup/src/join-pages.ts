import { type AsOf, olderOf } from '@forewarn/record';
import type { CleanupPage } from './cleanups.ts';
import { type Ordered, removalOrder } from './removal-order.ts';

/** Pages of what can be removed, as one. */
export interface JoinedPages<Removal> extends Pick<CleanupPage, 'asOf'> {
  /** `none` if that of any page is; absent without a page. */
  readonly coverage?: CleanupPage['coverage'];
  /** In the order in which they can be removed; then those that can't. */
  readonly candidates: readonly Removal[];
}

const LEAST_FIRST = ['none', 'as-of', 'live'] as const;

/** Joins pages of what can be removed. */
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
