import {
  type CallOptions,
  changedStrategy,
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  type Store,
  type StoreUnavailable,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import type {
  EndedEntry,
  Event,
  EventPage,
  ImportCounts,
  StateEntry,
} from '@forewarn/core/operator';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { whileOpen } from './while-open.ts';
import { applyEntries } from './reference-import.ts';
import { recordWithdrawn, writerOf } from './reference-writer.ts';
import {
  byBytes,
  entriesOfState,
  isAt,
  newState,
  recordEvent,
  sameJson,
  type State,
} from './reference-state.ts';

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

const readerOf = (state: State): Store['reader'] => ({
  search: (search, options) => whileOpen(state, () => searchIn(state, search), options),
  find: ({ projectId, id }, options) =>
    whileOpen(
      state,
      () => {
        const stored = state.scheduled.find(isAt(projectId, id));
        return stored === undefined
          ? err({ type: 'ChangeRequestNotFound', projectId, id })
          : ok(structuredClone(stored));
      },
      options,
    ),
});

const strategiesOf = (state: State): Store['strategies'] => ({
  register: (data, by, options) =>
    whileOpen(
      state,
      () => {
        const { name } = data;
        if (state.definitions.some((other) => other.name === name)) {
          return err({ type: 'StrategyExists', name });
        }
        state.definitions.push(structuredClone(data));
        recordEvent(state, { type: 'strategy-created', data, preData: null, createdBy: by });
        return ok();
      },
      options,
    ),
  list: (options) =>
    whileOpen(
      state,
      () => ok(structuredClone(state.definitions.toSorted((a, b) => byBytes(a.name, b.name)))),
      options,
    ),
  find: (name, options) =>
    whileOpen(
      state,
      () => {
        const existing = state.definitions.find((other) => other.name === name);
        return existing === undefined
          ? err({ type: 'StrategyNotFound', name })
          : ok(structuredClone(existing));
      },
      options,
    ),
  change: (name, change, by, options) =>
    whileOpen(
      state,
      () => {
        const existing = state.definitions.find((other) => other.name === name);
        if (existing === undefined) return err({ type: 'StrategyNotFound', name });
        if (!existing.editable) return err({ type: 'StrategyNotEditable', name });
        const content = structuredClone(changedStrategy(existing, change));
        if (sameJson(existing, content.data)) return ok();
        state.definitions = state.definitions.map((other) =>
          other === existing ? content.data : other,
        );
        recordEvent(state, { ...content, createdBy: by });
        return ok();
      },
      options,
    ),
  delete: (name, by, options) =>
    whileOpen(
      state,
      () => {
        const preData = state.definitions.find((other) => other.name === name);
        if (preData === undefined) return err({ type: 'StrategyNotFound', name });
        if (!preData.editable) return err({ type: 'StrategyNotEditable', name });
        state.definitions = state.definitions.filter((other) => other !== preData);
        recordEvent(state, { type: 'strategy-deleted', data: null, preData, createdBy: by });
        return ok();
      },
      options,
    ),
});

const projectsOf = (state: State): Store['projects'] => ({
  register: (data, by, options) =>
    whileOpen(
      state,
      () => {
        const project = data.id;
        if (state.projects.some(({ id }) => id === project)) {
          return err({ type: 'ProjectExists', projectId: project });
        }
        state.projects.push(structuredClone(data));
        recordEvent(state, {
          type: 'project-created',
          data,
          preData: null,
          createdBy: by,
          project,
        });
        return ok();
      },
      options,
    ),
  delete: (id, by, options) =>
    whileOpen(
      state,
      () => {
        const preData = state.projects.find((project) => project.id === id);
        if (preData === undefined) return err({ type: 'ProjectNotFound', projectId: id });
        const gone = state.scheduled.filter(({ project }) => project === id);
        for (const each of gone.toSorted((a, b) => a.id - b.id)) recordWithdrawn(state, each, by);
        state.projects = state.projects.filter((project) => project !== preData);
        state.scheduled = state.scheduled.filter(({ project }) => project !== id);
        const type = 'project-deleted';
        recordEvent(state, { type, data: null, preData, createdBy: by, project: id });
        return ok();
      },
      options,
    ),
  list: (options) =>
    whileOpen(
      state,
      () => ok(structuredClone(state.projects.toSorted((a, b) => byBytes(a.id, b.id)))),
      options,
    ),
});

const eventsOf = (
  { events }: State,
  { limit, maxBytes = Infinity, before = Infinity, type, project }: EventPage,
): readonly Event[] => {
  let left = maxBytes;
  return events
    .filter(({ id }) => id < before)
    .filter((event) => type === undefined || event.type === type)
    .filter((event) => project === undefined || event.project === project)
    .slice(0, limit)
    .filter(({ data, preData }, index) => {
      for (const content of [data, preData]) left -= Buffer.byteLength(JSON.stringify(content));
      return index === 0 || left >= 0;
    });
};

const apiKeysOf = (state: State): Store['apiKeys'] => ({
  create: (key, options) =>
    whileOpen(
      state,
      () => {
        const existing = state.keys.find(
          ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
        );
        if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
        state.keys.push(structuredClone(key));
        return ok();
      },
      options,
    ),
  list: (options) =>
    whileOpen(
      state,
      () => ok(structuredClone(state.keys.toSorted((a, b) => byBytes(a.name, b.name)))),
      options,
    ),
  revoke: (name, options) =>
    whileOpen(
      state,
      () => {
        const others = state.keys.filter((key) => key.name !== name);
        if (others.length === state.keys.length) return err({ type: 'ApiKeyNotFound', name });
        state.keys = others;
        return ok();
      },
      options,
    ),
  find: (hash, options) =>
    whileOpen(
      state,
      () => ok(structuredClone(state.keys.find(({ secretHash }) => secretHash === hash))),
      options,
    ),
});

async function importInto<E>(
  state: State,
  entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
  options: CallOptions | undefined,
): Promise<Result<ImportCounts, E | StoreUnavailable>> {
  const read: (StateEntry | EndedEntry)[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
  }
  return whileOpen(state, () => ok(applyEntries(state, read)), options);
}

async function* exportFrom(
  state: State,
  options: CallOptions | undefined,
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const entries = await whileOpen(state, () => ok(entriesOfState(state)), options);
  if (entries.isErr()) yield err(entries.error);
  else for (const entry of entries.value) yield ok(entry);
}

/** An obviously correct store: it scans plain arrays and applies the rule. */
export const referenceStore = (state: State = newState()): Store => ({
  reader: readerOf(state),
  writer: writerOf(state),
  strategies: strategiesOf(state),
  projects: projectsOf(state),
  events: {
    list: (page, options) =>
      whileOpen(state, () => ok(structuredClone(eventsOf(state, page))), options),
  },
  apiKeys: apiKeysOf(state),
  transfer: {
    import: (entries, options) => new ResultAsync(importInto(state, entries, options)),
    export: (options) => exportFrom(state, options),
  },
  check: (options) => whileOpen(state, () => ok(), options),
  close: async () => {
    state.isClosed = true;
  },
});
