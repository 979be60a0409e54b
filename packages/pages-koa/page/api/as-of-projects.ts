import type { ProjectsSchema } from '@forewarn/client';
import { type AsOf, olderOf } from './older-of.ts';

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
