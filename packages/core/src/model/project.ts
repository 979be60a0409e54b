/** A project: the scope of every search. */
export interface Project {
  readonly id: string;
  readonly name: string;
}

/** A project with how current its data is. */
export interface CoveredProject extends Project {
  readonly coverage: Coverage;
}

/**
 * How current the data of a project is.
 *
 * - `live`: its platform records each change request here. The first one that is recorded makes a project live that no
 *   import or sync ever named; only an administrator makes another one live.
 * - `as-of`: an import or a sync listed all its change requests at a time, in ISO 8601, UTC.
 * - `none`: no import or sync has listed all of them.
 */
export type Coverage =
  | { readonly kind: 'live' }
  | { readonly kind: 'as-of'; readonly asOf: string; readonly source: CoverageSource }
  | { readonly kind: 'none' };

/** The source that listed all change requests of a project. */
export type CoverageSource = 'import' | 'sync';

/** The coverage of one project. */
export interface ProjectCoverage {
  readonly projectId: string;
  readonly coverage: Coverage;
}

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
