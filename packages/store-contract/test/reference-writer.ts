import type {
  Precondition,
  PreconditionFailed,
  ProjectNotFound,
  PutOutcome,
  ScheduledChangeRequest,
  Store,
} from '@forewarn/core';
import { err, ok } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { isAt, put, recordEvent, type State } from './reference-state.ts';

const hasProject = ({ projects }: State, projectId: string): boolean =>
  projects.some(({ id }) => id === projectId);

/** Stores one change request of a registered project. */
function keep(state: State, changeRequest: ScheduledChangeRequest, by: string): PutOutcome {
  const { project, environment, id } = changeRequest;
  const preData = state.scheduled.find(isAt(project, id)) ?? null;
  if (!state.coverage.has(project)) state.coverage.set(project, { kind: 'live' });
  const kept = put(state.scheduled, changeRequest, isAt(project, id));
  const type = 'change-request-scheduled';
  if (kept !== 'unchanged') {
    const content = { type, data: changeRequest, preData } as const;
    recordEvent(state, { ...content, createdBy: by, project, environment });
  }
  return kept;
}

/** Records the event of a removal. */
export function recordWithdrawn(state: State, preData: ScheduledChangeRequest, by: string): void {
  const { project, environment } = preData;
  const type = 'change-request-schedule-withdrawn';
  recordEvent(state, { type, data: null, preData, createdBy: by, project, environment });
}

/** Returns the error of a put, or undefined. */
function refusalOf(
  state: State,
  { project, id }: ScheduledChangeRequest,
  onlyIf: Precondition = () => true,
): ProjectNotFound | PreconditionFailed | undefined {
  if (!hasProject(state, project)) return { type: 'ProjectNotFound', projectId: project };
  const stored = structuredClone(state.scheduled.find(isAt(project, id)));
  return onlyIf(stored) ? undefined : { type: 'PreconditionFailed' };
}

export const writerOf = (state: State): Store['writer'] => ({
  put: (changeRequest, by, options) =>
    whileOpen(state, options, () => {
      const refusal = refusalOf(state, changeRequest, options?.onlyIf);
      return refusal === undefined ? ok(keep(state, changeRequest, by)) : err(refusal);
    }),
  putAll: (changeRequests, by, options) =>
    whileOpen(state, options, () => {
      const refusals = changeRequests.map((each) => refusalOf(state, each, options?.onlyIf));
      const refusal = refusals.find((each) => each !== undefined);
      return refusal === undefined
        ? ok(changeRequests.map((each) => keep(state, each, by)))
        : err(refusal);
    }),
  remove: ({ projectId, id }, by, options) =>
    whileOpen(state, options, () => {
      const preData = state.scheduled.find(isAt(projectId, id));
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      if (options?.onlyIf?.(structuredClone(preData)) === false) {
        return err({ type: 'PreconditionFailed' });
      }
      state.scheduled = state.scheduled.filter((other) => other !== preData);
      recordWithdrawn(state, preData, by);
      return ok();
    }),
});
