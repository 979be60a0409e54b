import type {
  ChangeRequestNotFound,
  PreconditionFailed,
  PutOutcome,
  ScheduledChangeRequestWriter,
  WriteOptions,
} from '@forewarn/record';
import {
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  summaryOf,
} from '@forewarn/core';
import type { ScheduledChangeRequestReader } from '@forewarn/store';
import { err, ok, Result } from 'neverthrow';
import { impactIn, pageIn } from './memory-reads.ts';
import { type MemoryState, parsed } from './memory-state.ts';
import { permits, whileOpen } from './while-open.ts';

export function memoryReader(state: MemoryState): ScheduledChangeRequestReader {
  return whileOpen<ScheduledChangeRequestReader>(state, (step) => ({
    search: step(({ projectId, anyOf }) => {
      const project = state.projects.get(projectId);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId });
      const changeRequests = project.index.findAny(anyOf).map(summaryOf);
      return ok({ coverage: { ...project.coverage }, changeRequests });
    }),

    impact: step((search) => ok(impactIn(state, search))),

    list: step((query) => ok(pageIn(state, query))),

    find: step((key) => {
      const kept = state.keptAt(key);
      return kept === undefined ? err({ type: 'ChangeRequestNotFound', ...key }) : ok(parsed(kept));
    }),
  }));
}

export function memoryWriter(state: MemoryState): ScheduledChangeRequestWriter {
  return whileOpen<ScheduledChangeRequestWriter>(state, (step) => ({
    put: step((changeRequest, by, options) =>
      permitsPut(state, changeRequest, options).map(() => put(state, changeRequest, by)),
    ),

    putAll: step((changeRequests, by, options) =>
      Result.combine(changeRequests.map((each) => permitsPut(state, each, options))).map(() =>
        changeRequests.map((each) => put(state, each, by)),
      ),
    ),

    remove: step((key, by, options = {}): Result<void, NotRemoved> => {
      const kept = state.keptAt(key);
      if (kept === undefined) return err({ type: 'ChangeRequestNotFound', ...key });
      return permits(options, parsed(kept)).map(() => {
        state.projects.get(key.projectId)?.remove(key.id);
        state.logWithdrawn(kept, by);
      });
    }),
  }));
}

type NotRemoved = ChangeRequestNotFound | PreconditionFailed | StoreUnavailable;

function permitsPut(
  state: MemoryState,
  { id, project: projectId }: ScheduledChangeRequest,
  options: WriteOptions = {},
): Result<void, ProjectNotFound | PreconditionFailed | StoreUnavailable> {
  if (!state.projects.has(projectId)) return err({ type: 'ProjectNotFound', projectId });
  const kept = state.keptAt({ projectId, id });
  return permits(options, kept && parsed(kept));
}

function put(state: MemoryState, changeRequest: ScheduledChangeRequest, by: string): PutOutcome {
  const { id, project: projectId, environment } = changeRequest;
  const text = JSON.stringify(changeRequest);
  const project = state.projects.get(projectId);
  project?.recorded();
  const kept = state.keptAt({ projectId, id });
  if (kept?.text === text) return 'unchanged';
  project?.put(text);
  const preData = kept === undefined ? null : parsed(kept);
  const content = { type: 'change-request-scheduled', data: changeRequest, preData } as const;
  state.log(content, by, { project: projectId, environment });
  return kept === undefined ? 'created' : 'replaced';
}
