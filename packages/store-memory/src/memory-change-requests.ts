import {
  type Precondition,
  type PreconditionFailed,
  type ProjectNotFound,
  type Recorded,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestRecorder,
  type ScheduledChangeRequestRepository,
  summaryOf,
} from '@forewarn/core';
import { err, ok, Result } from 'neverthrow';
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
        return ok(project.index.findAny(anyOf).map(summaryOf));
      }),

    record: (changeRequest, by, onlyIf) =>
      whileOpen(state, () => record(state, changeRequest, by, onlyIf)),

    recordAll: (changeRequests, by) =>
      whileOpen(state, () => {
        const missing = changeRequests.find(({ project }) => !state.projects.has(project));
        if (missing !== undefined) {
          return err({ type: 'ProjectNotFound', projectId: missing.project });
        }
        return Result.combine(changeRequests.map((each) => put(state, each, by)));
      }),

    find: ({ projectId, id }) =>
      whileOpen(state, () => {
        const kept = state.projects.get(projectId)?.changeRequests.get(id);
        if (kept === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
        return ok(JSON.parse(kept.text) as ScheduledChangeRequest);
      }),

    withdraw: ({ projectId, id }, by, onlyIf) =>
      whileOpen(state, () => {
        const project = state.projects.get(projectId);
        const before = project?.changeRequests.get(id);
        if (project === undefined || before === undefined) {
          return err({ type: 'ChangeRequestNotFound', projectId, id });
        }
        const preData = JSON.parse(before.text) as ScheduledChangeRequest;
        if (onlyIf?.(structuredClone(preData)) === false) {
          return err({ type: 'PreconditionFailed' });
        }
        project.remove(id);
        logWithdrawn(state, preData, by);
        return ok();
      }),
  };
}

/** Records that a change request is scheduled no more. */
export function logWithdrawn(
  state: MemoryState,
  preData: ScheduledChangeRequest,
  by: string,
): void {
  const { project, environment } = preData;
  state.log({ type: 'change-request-schedule-withdrawn', data: null, preData }, by, {
    project,
    environment,
  });
}

function record(
  state: MemoryState,
  changeRequest: ScheduledChangeRequest,
  by: string,
  onlyIf: Precondition | undefined,
): Result<Recorded, ProjectNotFound | PreconditionFailed> {
  const { id, project: projectId } = changeRequest;
  const project = state.projects.get(projectId);
  if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
  const there = project.changeRequests.get(id);
  const isAllowed = onlyIf?.(there && (JSON.parse(there.text) as ScheduledChangeRequest)) ?? true;
  return isAllowed ? put(state, changeRequest, by) : err({ type: 'PreconditionFailed' });
}

function put(
  state: MemoryState,
  changeRequest: ScheduledChangeRequest,
  by: string,
): Result<Recorded, ProjectNotFound> {
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
      preData: before === undefined ? null : (JSON.parse(before.text) as ScheduledChangeRequest),
    },
    by,
    { project: projectId, environment },
  );
  return ok(before === undefined ? 'created' : 'replaced');
}
