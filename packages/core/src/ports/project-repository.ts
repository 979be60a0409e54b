import type { ResultAsync } from 'neverthrow';
import type { ProjectExists, StoreUnavailable } from '../errors.ts';
import type { Project } from '../model/project.ts';

/** The projects that can be searched. */
export interface ProjectRepository {
  /**
   * Adds a project and, in the same atomic step, one `project-created` event with the project as `data` and its id as
   * `project`. It must answer `ProjectExists`, and change nothing, when there is one of that id, compared byte for
   * byte.
   *
   * @param by the name of the principal
   */
  register(project: Project, by: string): ResultAsync<void, ProjectExists | StoreUnavailable>;

  /** Answers all projects, in ascending byte order of id. What it answers must be the caller's own. */
  list(): ResultAsync<readonly Project[], StoreUnavailable>;
}
