import type { ProjectNotFound, Recorded, ScheduledChangeRequest, Store } from '@forewarn/core';
import { err, ok, Result } from 'neverthrow';
import { answering } from './answering.ts';
import { put } from './reference-import.ts';
import { isAt, recordEvent, type State } from './reference-state.ts';

const hasProject = ({ projects }: State, projectId: string): boolean =>
  projects.some(({ id }) => id === projectId);

/** Records one, whose project is registered. */
function keep(state: State, changeRequest: ScheduledChangeRequest, by: string): Recorded {
  const { project, environment, id } = changeRequest;
  const preData = state.scheduled.find(isAt(project, id)) ?? null;
  const kept = put(state.scheduled, changeRequest, isAt(project, id));
  const type = 'change-request-scheduled';
  if (kept !== 'unchanged') {
    const said = { type, data: changeRequest, preData } as const;
    recordEvent(state, { ...said, createdBy: by, project, environment });
  }
  return kept;
}

/** Records that a change request is scheduled no more. */
export function recordWithdrawn(state: State, preData: ScheduledChangeRequest, by: string): void {
  const { project, environment } = preData;
  const type = 'change-request-schedule-withdrawn';
  recordEvent(state, { type, data: null, preData, createdBy: by, project, environment });
}

export const recorderOf = (state: State): Store['recorder'] => ({
  record: (changeRequest, by, onlyIf = () => true) =>
    answering(state, () => {
      const { project, id } = changeRequest;
      if (!hasProject(state, project)) return err({ type: 'ProjectNotFound', projectId: project });
      const there = state.scheduled.find(isAt(project, id));
      if (!onlyIf(structuredClone(there))) return err({ type: 'PreconditionFailed' });
      return ok(keep(state, changeRequest, by));
    }),
  recordAll: (changeRequests, by) =>
    answering(state, () => {
      const found = changeRequests.map(({ project }): Result<void, ProjectNotFound> =>
        hasProject(state, project) ? ok() : err({ type: 'ProjectNotFound', projectId: project }),
      );
      return Result.combine(found).map(() => changeRequests.map((each) => keep(state, each, by)));
    }),
  find: ({ projectId, id }) =>
    answering(state, () => {
      const there = state.scheduled.find(isAt(projectId, id));
      return there === undefined
        ? err({ type: 'ChangeRequestNotFound', projectId, id })
        : ok(structuredClone(there));
    }),
  withdraw: ({ projectId, id }, by, onlyIf = () => true) =>
    answering(state, () => {
      const preData = state.scheduled.find(isAt(projectId, id));
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      if (!onlyIf(structuredClone(preData))) return err({ type: 'PreconditionFailed' });
      state.scheduled = state.scheduled.filter((other) => other !== preData);
      recordWithdrawn(state, preData, by);
      return ok();
    }),
});
