import type { ProjectsSchema } from '@forewarn/client';

/** Returns how old the data of projects is. An impact itself does not say whether everything was listed. */
export function asOfProjects(projects: ProjectsSchema['projects']): AsOf {
  // Without a project, nothing was ever listed.
  if (projects.length === 0) return 'none';
  return projects
    .map(({ coverage }) =>
      coverage.kind === 'as-of' ? coverage.asOf : coverage.kind === 'none' ? 'none' : undefined,
    )
    .reduce(olderOf, undefined);
}

/** How old data is: a time, `none` for incomplete data, or undefined for live data. */
export type AsOf = string | undefined;

/** The older of two ages. Incomplete data is older than any. */
export function olderOf(one: AsOf, other: AsOf): AsOf {
  if (one === undefined || other === 'none') return other;
  if (other === undefined || one === 'none') return one;
  return Date.parse(one) < Date.parse(other) ? one : other;
}
