import type { ProjectRepository } from '@forewarn/record';
import { err, ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryProjects(state: MemoryState): ProjectRepository {
  return whileOpen<ProjectRepository>(state, (step) => ({
    register: step((project, by) => {
      const { id } = project;
      if (state.projects.has(id)) return err({ type: 'ProjectExists', projectId: id });
      const { project: data } = state.addProject(project);
      state.log({ type: 'project-created', data, preData: null }, by, { project: id });
      return ok();
    }),

    declareLive: step((id, by) => {
      const project = state.projects.get(id);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
      const preData = { ...project.project, coverage: project.coverage };
      if (preData.coverage.kind === 'live') return ok();
      project.coverage = { kind: 'live' };
      const data = { ...project.project, coverage: project.coverage };
      state.log({ type: 'project-coverage-updated', data, preData }, by, { project: id });
      return ok();
    }),

    delete: step((id, by) => {
      const project = state.projects.get(id);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
      state.projects.delete(id);
      state.onProjectDeleted(id);
      const content = { type: 'project-deleted', data: null, preData: project.project } as const;
      state.log(content, by, { project: id });
      return ok();
    }),

    list: step(({ projectIds } = {}) =>
      ok(
        state.projectsIn(projectIds).map(({ project, coverage }) => ({
          ...project,
          coverage: { ...coverage },
        })),
      ),
    ),
  }));
}
