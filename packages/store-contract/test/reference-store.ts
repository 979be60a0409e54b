import {
  type EndedEntry,
  type ImportCounts,
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  type StateEntry,
  type Store,
  type StoreUnavailable,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { applyEntries, put } from './reference-import.ts';
import {
  byBytes,
  entriesOfState,
  isAt,
  newState,
  recordEvent,
  type State,
} from './reference-state.ts';

const UNAVAILABLE: StoreUnavailable = { type: 'StoreUnavailable', cause: 'closed' };

/** Acts at once, in one step: nothing else runs in between. */
export const answering = <T, E>(
  state: State,
  act: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> =>
  new ResultAsync<T, E | StoreUnavailable>(
    Promise.resolve(state.isClosed ? err(UNAVAILABLE) : act()),
  );

export function searchIn(
  { projects, scheduled }: State,
  { projectId, anyOf }: ScheduledChangeRequestSearch,
  matches = matchesAny,
): Result<ScheduledChangeRequestSummary[], ProjectNotFound> {
  if (!projects.some(({ id }) => id === projectId)) {
    return err({ type: 'ProjectNotFound', projectId });
  }
  return ok(
    scheduled
      .filter(({ project }) => project === projectId)
      .filter((changeRequest) => matches(targetsOf(changeRequest), anyOf))
      .map(summaryOf)
      .toSorted((a, b) => a.id - b.id),
  );
}

const recorderOf = (state: State): Store['recorder'] => ({
  record: (changeRequest, by) =>
    answering(state, () => {
      const { project, environment, id } = changeRequest;
      if (!state.projects.some((other) => other.id === project)) {
        return err({ type: 'ProjectNotFound', projectId: project });
      }
      const preData = state.scheduled.find(isAt(project, id)) ?? null;
      const kept = put(state.scheduled, changeRequest, isAt(project, id));
      const type = 'change-request-scheduled';
      if (kept !== 'unchanged') {
        const said = { type, data: changeRequest, preData } as const;
        recordEvent(state, { ...said, createdBy: by, project, environment });
      }
      return ok(kept);
    }),
  withdraw: ({ projectId, id }, by) =>
    answering(state, () => {
      const preData = state.scheduled.find(isAt(projectId, id));
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      state.scheduled = state.scheduled.filter((other) => other !== preData);
      const type = 'change-request-schedule-withdrawn';
      const { environment } = preData;
      const where = { createdBy: by, project: projectId, environment };
      recordEvent(state, { type, data: null, preData, ...where });
      return ok();
    }),
});

const strategiesOf = (state: State): Store['strategies'] => ({
  register: (data, by) =>
    answering(state, () => {
      const { name } = data;
      if (state.definitions.some((other) => other.name === name)) {
        return err({ type: 'StrategyExists', name });
      }
      state.definitions.push(structuredClone(data));
      recordEvent(state, { type: 'strategy-created', data, preData: null, createdBy: by });
      return ok();
    }),
  delete: (name, by) =>
    answering(state, () => {
      const preData = state.definitions.find((other) => other.name === name);
      if (preData === undefined) return err({ type: 'StrategyNotFound', name });
      if (!preData.editable) return err({ type: 'StrategyNotEditable', name });
      state.definitions = state.definitions.filter((other) => other !== preData);
      recordEvent(state, { type: 'strategy-deleted', data: null, preData, createdBy: by });
      return ok();
    }),
});

const projectsOf = (state: State): Store['projects'] => ({
  register: (data, by) =>
    answering(state, () => {
      const project = data.id;
      if (state.projects.some(({ id }) => id === project)) {
        return err({ type: 'ProjectExists', projectId: project });
      }
      state.projects.push(structuredClone(data));
      recordEvent(state, { type: 'project-created', data, preData: null, createdBy: by, project });
      return ok();
    }),
  list: () =>
    answering(state, () =>
      ok(structuredClone(state.projects.toSorted((a, b) => byBytes(a.id, b.id)))),
    ),
});

const apiKeysOf = (state: State): Store['apiKeys'] => ({
  create: (key) =>
    answering(state, () => {
      const there = state.keys.find(
        ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
      );
      if (there !== undefined) return err({ type: 'ApiKeyExists', name: there.name });
      state.keys.push(structuredClone(key));
      return ok();
    }),
  list: () =>
    answering(state, () =>
      ok(structuredClone(state.keys.toSorted((a, b) => byBytes(a.name, b.name)))),
    ),
  revoke: (name) =>
    answering(state, () => {
      const others = state.keys.filter((key) => key.name !== name);
      if (others.length === state.keys.length) return err({ type: 'ApiKeyNotFound', name });
      state.keys = others;
      return ok();
    }),
  find: (hash) =>
    answering(state, () =>
      ok(structuredClone(state.keys.find(({ secretHash }) => secretHash === hash))),
    ),
});

async function importInto<E>(
  state: State,
  entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
): Promise<Result<ImportCounts, E | StoreUnavailable>> {
  const read: (StateEntry | EndedEntry)[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
  }
  return answering(state, () => ok(applyEntries(state, read)));
}

async function* exportFrom(state: State): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  if (state.isClosed) yield err(UNAVAILABLE);
  else for (const entry of entriesOfState(state)) yield ok(entry);
}

/** A store that is right at a glance: plain arrays, scanned, and the rule itself. */
export const referenceStore = (state: State = newState()): Store => ({
  scheduledChangeRequests: {
    search: (search) => answering(state, () => searchIn(state, search)),
  },
  recorder: recorderOf(state),
  strategies: strategiesOf(state),
  projects: projectsOf(state),
  events: {
    list: ({ limit, before = Infinity }) =>
      answering(state, () =>
        ok(structuredClone(state.events.filter(({ id }) => id < before).slice(0, limit))),
      ),
  },
  apiKeys: apiKeysOf(state),
  transfer: {
    import: (entries) => new ResultAsync(importInto(state, entries)),
    export: () => exportFrom(state),
  },
  check: () => answering(state, () => ok()),
  close: async () => {
    state.isClosed = true;
  },
});
