import type { ProjectRepository } from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { byByteOrder } from './byte-order.ts';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryProjects(state: MemoryState): ProjectRepository {
  return {
    register: (project, by) =>
      whileOpen(state, () => {
        if (state.projects.has(project.id)) {
          return err({ type: 'ProjectExists', projectId: project.id });
        }
        const { project: data } = state.addProject(project);
        state.log({ type: 'project-created', data, preData: null }, by, { project: project.id });
        return ok();
      }),

    list: () =>
      whileOpen(state, () =>
        ok(
          [...state.projects.values()]
            .map(({ project }) => ({ ...project }))
            .toSorted(byByteOrder(({ id }) => id)),
        ),
      ),
  };
}
