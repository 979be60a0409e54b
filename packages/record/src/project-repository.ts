import type { CallOptions, PortResult, ProjectNotFound, StoreUnavailable } from '@forewarn/core';
import type { ProjectExists } from './errors.ts';
import type { CoveredProject, Project } from './project.ts';

export interface ProjectsToList extends CallOptions {
  /** Only these, so that a caller who may see few does not cost as much as there are. */
  readonly projectIds?: readonly string[] | undefined;
}

/** The projects that can be searched. */
export interface ProjectRepository {
  /**
   * Adds a project without coverage and, in the same atomic step, one `project-created` event with the project as `data` and its id as
   * `project`. When a project with that id exists, compared byte for byte, it must return `ProjectExists` and change
   * nothing.
   *
   * @param by the name of the principal
   */
  register(
    project: Project,
    by: string,
    options?: CallOptions,
  ): PortResult<void, ProjectExists | StoreUnavailable>;

  /**
   * Makes the coverage of a project live, whatever it was, and, in the same atomic step, records one
   * `project-coverage-updated` event with the project as `data`, the project with its former coverage as `preData`, and its
   * id as `project`. When it is live already, it must change nothing and record no event. It must return
   * `ProjectNotFound` when no project has that id, compared byte for byte.
   *
   * @param id a valid name (`isName`)
   * @param by the name of the principal
   */
  declareLive(
    id: string,
    by: string,
    options?: CallOptions,
  ): PortResult<void, ProjectNotFound | StoreUnavailable>;

  /**
   * Removes a project and its scheduled change requests. In the same atomic step it must record one `project-deleted` event with
   * the project as `preData` and its id as `project`, and no event of a change request.
   *
   * - In the same atomic step it must remove the project from each API key that is limited to it, and revoke the keys that
   *   have no project left.
   * - It must return `ProjectNotFound`, and record no event, when no project has that id, compared byte for byte.
   * - Of concurrent deletes of one project, exactly one must succeed.
   * - A concurrent put must either be deleted with the project or return `ProjectNotFound`. A concurrent import must be deleted
   *   with it, or register it again.
   * - The id must be free again afterwards. If a store removes rows later, `register` and imports wait for that, and return
   *   `StoreUnavailable` if it takes too long.
   *
   * @param id a valid name (`isName`)
   * @param by the name of the principal
   */
  delete(
    id: string,
    by: string,
    options?: CallOptions,
  ): PortResult<void, ProjectNotFound | StoreUnavailable>;

  /**
   * Returns all projects, or those of `projectIds` that are registered, each once and in ascending byte order of id. The result
   * must be the caller's own.
   */
  list(options?: ProjectsToList): PortResult<readonly CoveredProject[], StoreUnavailable>;
}
