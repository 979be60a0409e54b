import type { Coverage } from '@forewarn/core';
import { compareBytes } from './compare-bytes.ts';

/** Maximum difference between the clocks of nodes, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** How old data is: its time in ISO 8601, UTC, `none` if it was never complete, or undefined if it is live. */
export type AsOf = string | undefined;

/** Returns the older of two ages. Data that was never complete is older than any. */
export function olderOf(one: AsOf, other: AsOf): AsOf {
  if (one === undefined || other === 'none') return other;
  if (other === undefined || one === 'none') return one;
  return Date.parse(one) < Date.parse(other) ? one : other;
}

/** Returns the age of the oldest data of projects. Without any project, nothing was ever listed. */
export function oldestOf(coverages: readonly Coverage[]): AsOf {
  if (coverages.length === 0) return 'none';
  return coverages
    .map((each) => (each.kind === 'as-of' ? each.asOf : each.kind === 'none' ? 'none' : undefined))
    .reduce<AsOf>(olderOf, undefined);
}

/**
 * Whether data says that nothing is scheduled: it was complete, and not before the oldest time that is allowed. A time that is
 * further in the future than that is in the past comes from a wrong clock, and says nothing of the age.
 */
export function isCurrent(
  coverage: Coverage,
  notBefore: string | undefined,
  now = Date.now(),
): boolean {
  if (coverage.kind !== 'as-of') return coverage.kind === 'live';
  if (notBefore === undefined) return true;
  const [asOf, oldest] = [Date.parse(coverage.asOf), Date.parse(notBefore)];
  // A time that can't be read is too old.
  return asOf >= oldest && asOf - now <= now - oldest;
}

/** Returns each coverage once, in byte order of kind, time and source. */
export function distinctCoverages(coverages: readonly Coverage[]): readonly Coverage[] {
  const byText = new Map(coverages.map((each) => [`${each.kind} ${textOf(each)}`, { ...each }]));
  return [...byText].toSorted(([a], [b]) => compareBytes(a, b)).map(([, each]) => each);
}

const textOf = (coverage: Coverage): string =>
  coverage.kind === 'as-of' ? `${coverage.asOf} ${coverage.source}` : '';

export interface ProjectCoverage {
  readonly projectId: string;
  readonly coverage: Coverage;
}

/** The source that listed all change requests of a project. */
export type CoverageSource = 'import' | 'sync';
