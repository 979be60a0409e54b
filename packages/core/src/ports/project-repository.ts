import type { ResultAsync } from 'neverthrow';
import type { ProjectExists, ProjectNotFound, StoreUnavailable } from '../errors.ts';
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

  /**
   * Removes a project and, with it, its scheduled change requests. In the same atomic step it must record one
   * `project-deleted` event with the project as `preData` and its id as `project`, and before it one
   * `change-request-schedule-withdrawn` event for each of the change requests, in ascending order of id.
   *
   * - It must answer `ProjectNotFound`, and record no event, when there is none of that id, compared byte for byte.
   * - Of any number of concurrent deletes of one, exactly one must succeed.
   * - A change request that is recorded at the same time must either go with the project or find no project.
   *
   * @param id a name as `isName` has it
   * @param by the name of the principal
   */
  delete(id: string, by: string): ResultAsync<void, ProjectNotFound | StoreUnavailable>;

  /** Answers all projects, in ascending byte order of id. What it answers must be the caller's own. */
  list(): ResultAsync<readonly Project[], StoreUnavailable>;
}
