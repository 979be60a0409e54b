import type {
  ChangeRequestNotFound,
  PreconditionFailed,
  ProjectNotFound,
  PutOutcome,
  ScheduledChangeRequest,
  Store,
  StoreUnavailable,
  WriteOptions,
} from '@forewarn/core';
import { err, Result } from 'neverthrow';
import { permits, whileOpen } from './while-open.ts';
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

type RemoveError = ChangeRequestNotFound | PreconditionFailed | StoreUnavailable;

/** Records the event of a removal. */
export function recordWithdrawn(state: State, preData: ScheduledChangeRequest, by: string): void {
  const { project, environment } = preData;
  const type = 'change-request-schedule-withdrawn';
  recordEvent(state, { type, data: null, preData, createdBy: by, project, environment });
}

/** Whether a put may go on. */
function permitsPut(
  state: State,
  { project, id }: ScheduledChangeRequest,
  options: WriteOptions = {},
): Result<void, ProjectNotFound | PreconditionFailed | StoreUnavailable> {
  if (!hasProject(state, project)) return err({ type: 'ProjectNotFound', projectId: project });
  return permits(options, structuredClone(state.scheduled.find(isAt(project, id))));
}

export const writerOf = (state: State): Store['writer'] => ({
  put: (changeRequest, by, options) =>
    whileOpen(state, options, () =>
      permitsPut(state, changeRequest, options).map(() => keep(state, changeRequest, by)),
    ),
  putAll: (changeRequests, by, options) =>
    whileOpen(state, options, () =>
      Result.combine(changeRequests.map((each) => permitsPut(state, each, options))).map(() =>
        changeRequests.map((each) => keep(state, each, by)),
      ),
    ),
  remove: ({ projectId, id }, by, options) =>
    whileOpen(state, options, (): Result<void, RemoveError> => {
      const preData = state.scheduled.find(isAt(projectId, id));
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      return permits(options ?? {}, structuredClone(preData)).map(() => {
        state.scheduled = state.scheduled.filter((other) => other !== preData);
        recordWithdrawn(state, preData, by);
      });
    }),
});
