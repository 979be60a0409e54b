import {
  type ChangeRequestNotFound,
  type PreconditionFailed,
  type ProjectNotFound,
  type PutOutcome,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
  type ScheduledChangeRequestWriter,
  type StoreUnavailable,
  summaryOf,
  type WriteOptions,
} from '@forewarn/core';
import { err, ok, Result } from 'neverthrow';
import { impactIn, pageIn } from './memory-reads.ts';
import type { MemoryState } from './memory-state.ts';
import { permits, whileOpen } from './while-open.ts';

export function memoryChangeRequests(
  state: MemoryState,
): ScheduledChangeRequestReader & ScheduledChangeRequestWriter {
  return {
    search: ({ projectId, anyOf }, options) =>
      whileOpen(state, options, () => {
        const project = state.projects.get(projectId);
        if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
        const changeRequests = project.index.findAny(anyOf).map(summaryOf);
        return ok({ coverage: { ...project.coverage }, changeRequests });
      }),

    impact: (search, options) => whileOpen(state, options, () => ok(impactIn(state, search))),

    list: (query, options) => whileOpen(state, options, () => ok(pageIn(state, query))),

    find: ({ projectId, id }, options) =>
      whileOpen(state, options, () => {
        const stored = storedAt(state, projectId, id);
        return stored === undefined
          ? err({ type: 'ChangeRequestNotFound', projectId, id })
          : ok(stored);
      }),

    put: (changeRequest, by, options) =>
      whileOpen(state, options, () =>
        permitsPut(state, changeRequest, options).map(() => put(state, changeRequest, by)),
      ),

    putAll: (changeRequests, by, options) =>
      whileOpen(state, options, () =>
        Result.combine(changeRequests.map((each) => permitsPut(state, each, options))).map(() =>
          changeRequests.map((each) => put(state, each, by)),
        ),
      ),

    remove: ({ projectId, id }, by, options) =>
      whileOpen(state, options, (): Result<void, RemoveError> => {
        const preData = storedAt(state, projectId, id);
        if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
        return permits(options ?? {}, structuredClone(preData)).map(() => {
          state.projects.get(projectId)?.remove(id);
          logWithdrawn(state, preData, by);
        });
      }),
  };
}

type RemoveError = ChangeRequestNotFound | PreconditionFailed | StoreUnavailable;

/** Records the event of a removal. */
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

function storedAt(
  { projects }: MemoryState,
  projectId: string,
  id: number,
): ScheduledChangeRequest | undefined {
  const stored = projects.get(projectId)?.changeRequests.get(id);
  return stored && (JSON.parse(stored.text) as ScheduledChangeRequest);
}

function permitsPut(
  state: MemoryState,
  { id, project: projectId }: ScheduledChangeRequest,
  options: WriteOptions = {},
): Result<void, ProjectNotFound | PreconditionFailed | StoreUnavailable> {
  if (!state.projects.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
  return permits(options, storedAt(state, projectId, id));
}

function put(state: MemoryState, changeRequest: ScheduledChangeRequest, by: string): PutOutcome {
  const { id, project, environment } = changeRequest;
  const text = JSON.stringify(changeRequest);
  state.projects.get(project)?.recorded();
  const stored = state.projects.get(project)?.changeRequests.get(id);
  if (stored?.text === text) return 'unchanged';
  state.projects.get(project)?.put(text);
  const data = JSON.parse(text) as ScheduledChangeRequest;
  const preData = stored === undefined ? null : (JSON.parse(stored.text) as ScheduledChangeRequest);
  state.log({ type: 'change-request-scheduled', data, preData }, by, { project, environment });
  return stored === undefined ? 'created' : 'replaced';
}
