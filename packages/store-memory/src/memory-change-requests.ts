import type {
  ScheduledChangeRequest,
  ScheduledChangeRequestRecorder,
  ScheduledChangeRequestRepository,
} from '@forewarn/core';
import { err, ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryChangeRequests(
  state: MemoryState,
): ScheduledChangeRequestRepository & ScheduledChangeRequestRecorder {
  return {
    search: ({ projectId, anyOf }) =>
      whileOpen(state, () => {
        const project = state.projects.get(projectId);
        if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
        return ok(
          project.index
            .findAny(anyOf)
            .flatMap((id) => project.changeRequests.get(id) ?? [])
            .map(({ summary }) => ({ ...summary })),
        );
      }),

    record: (changeRequest, by) =>
      whileOpen(state, () => {
        const { id, project: projectId, environment } = changeRequest;
        const project = state.projects.get(projectId);
        if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
        const text = JSON.stringify(changeRequest);
        const before = project.changeRequests.get(id);
        if (before?.text === text) return ok('unchanged');
        project.put(text);
        state.log(
          {
            type: 'change-request-scheduled',
            data: JSON.parse(text) as ScheduledChangeRequest,
            preData:
              before === undefined ? null : (JSON.parse(before.text) as ScheduledChangeRequest),
          },
          by,
          { project: projectId, environment },
        );
        return ok(before === undefined ? 'created' : 'replaced');
      }),

    withdraw: ({ projectId, id }, by) =>
      whileOpen(state, () => {
        const project = state.projects.get(projectId);
        const before = project?.changeRequests.get(id);
        if (project === undefined || before === undefined) {
          return err({ type: 'ChangeRequestNotFound', projectId, id });
        }
        project.remove(id);
        state.log(
          {
            type: 'change-request-schedule-withdrawn',
            data: null,
            preData: JSON.parse(before.text) as ScheduledChangeRequest,
          },
          by,
          { project: projectId, environment: before.summary.environment },
        );
        return ok();
      }),
  };
}
