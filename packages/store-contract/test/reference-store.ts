import {
  type DataOutdated,
  type CallOptions,
  type PreconditionFailed,
  type ProjectNotFound,
  type PutOutcome,
  type ScheduledChangeRequest,
  type Store,
  type StoreUnavailable,
  type StrategyDefinition,
  type StrategyNotFound,
  type WriteOptions,
  toResultAsync,
} from '@forewarn/core';
import { changedStrategy } from '@forewarn/core/adapter';
import type {
  EventPage,
  EventQuery,
  ServiceStore,
  ImportCounts,
  ImportEntry,
  StateEntry,
} from '@forewarn/core/operator';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import { applyEntries, outdatedIn } from './reference-import.ts';
import { namesOf } from './reference-names.ts';
import { firstOf } from './first-of.ts';
import { readerOf, strategyUseIn } from './reference-reader.ts';
import {
  byBytes,
  coverageIn,
  entriesOfState,
  hasProject,
  inOrder,
  isAt,
  newState,
  put,
  recordEvent,
  recordWithdrawn,
  sameJson,
  type State,
  storedIn,
} from './reference-state.ts';
import { memoryAlerts } from '../../store-memory/src/memory-alerts.ts';
import { memoryFollowing } from '../../store-memory/src/memory-following.ts';
import { permits, whileOpen } from '../../store-memory/src/while-open.ts';

/** Stores one change request of a registered project. */
function keep(state: State, changeRequest: ScheduledChangeRequest, by: string): PutOutcome {
  const { project, environment, id } = changeRequest;
  const preData = storedIn(state, changeRequest) ?? null;
  if (!state.coverage.has(project)) state.coverage.set(project, { kind: 'live' });
  const kept = put(state.scheduled, changeRequest, isAt(project, id));
  if (kept !== 'unchanged') {
    const content = { type: 'change-request-scheduled', data: changeRequest, preData } as const;
    recordEvent(state, { ...content, createdBy: by, project, environment });
  }
  return kept;
}

/** Whether a put may go on. */
function permitsPut(
  state: State,
  changeRequest: ScheduledChangeRequest,
  options: WriteOptions | undefined,
): Result<void, ProjectNotFound | PreconditionFailed | StoreUnavailable> {
  const { project } = changeRequest;
  if (!hasProject(state, project)) return err({ type: 'ProjectNotFound', projectId: project });
  return permits(options, structuredClone(storedIn(state, changeRequest)));
}

const writerOf = (state: State): Store['writer'] =>
  whileOpen<Store['writer']>(state, {
    put: (changeRequest, by, options) =>
      permitsPut(state, changeRequest, options).map(() => keep(state, changeRequest, by)),
    putAll: (changeRequests, by, options) =>
      Result.combine(changeRequests.map((each) => permitsPut(state, each, options))).map(() =>
        changeRequests.map((each) => keep(state, each, by)),
      ),
    remove: ({ projectId, id }, by, options) => {
      const preData = storedIn(state, { project: projectId, id });
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      return permits(options, structuredClone(preData)).map(() => {
        state.scheduled = state.scheduled.filter((other) => other !== preData);
        recordWithdrawn(state, preData, by);
      });
    },
  });

const definitionIn = (state: State, name: string): Result<StrategyDefinition, StrategyNotFound> => {
  const definition = state.definitions.find((each) => each.name === name);
  return definition === undefined ? err({ type: 'StrategyNotFound', name }) : ok(definition);
};

const editableIn = (state: State, name: string) =>
  definitionIn(state, name).andThen((definition) =>
    definition.editable ? ok(definition) : err({ type: 'StrategyNotEditable' as const, name }),
  );

const strategiesOf = (state: State): Store['strategies'] =>
  whileOpen<Store['strategies']>(state, {
    register: (data, by) => {
      const { name } = data;
      if (definitionIn(state, name).isOk()) return err({ type: 'StrategyExists', name });
      state.definitions.push(structuredClone(data));
      recordEvent(state, { type: 'strategy-created', data, preData: null, createdBy: by });
      return ok();
    },
    list: () => ok(structuredClone(state.definitions.toSorted((a, b) => byBytes(a.name, b.name)))),
    find: (name) => definitionIn(state, name).map((each) => structuredClone(each)),
    findUse: (name) => definitionIn(state, name).map((each) => strategyUseIn(state, each)),
    change: (name, change, by) =>
      editableIn(state, name).map((existing) => {
        const content = structuredClone(changedStrategy(existing, change));
        if (sameJson(existing, content.data)) return;
        state.definitions[state.definitions.indexOf(existing)] = content.data;
        recordEvent(state, { ...content, createdBy: by });
      }),
    delete: (name, by, options) =>
      editableIn(state, name).andThen((preData) =>
        permits(options, strategyUseIn(state, preData)).map(() => {
          state.definitions = state.definitions.filter((other) => other !== preData);
          recordEvent(state, { type: 'strategy-deleted', data: null, preData, createdBy: by });
        }),
      ),
  });

const projectsOf = (state: State): Store['projects'] => {
  const projectIn = (id: string) => {
    const project = state.projects.find((each) => each.id === id);
    return project === undefined
      ? err({ type: 'ProjectNotFound' as const, projectId: id })
      : ok(project);
  };
  const covered = () =>
    inOrder(state.projects).map((each) => ({ ...each, coverage: coverageIn(state, each.id) }));
  return whileOpen<Store['projects']>(state, {
    register: (data, by) => {
      const project = data.id;
      if (hasProject(state, project)) return err({ type: 'ProjectExists', projectId: project });
      state.projects.push(structuredClone(data));
      const type = 'project-created';
      recordEvent(state, { type, data, preData: null, createdBy: by, project });
      return ok();
    },
    declareLive: (id, by) =>
      projectIn(id).map((project) => {
        const preData = { ...project, coverage: coverageIn(state, id) };
        if (preData.coverage.kind === 'live') return;
        state.coverage.set(id, { kind: 'live' });
        const data = { ...project, coverage: coverageIn(state, id) };
        const type = 'project-coverage-updated';
        recordEvent(state, { type, data, preData, createdBy: by, project: id });
      }),
    delete: (id, by) =>
      projectIn(id).map((preData) => {
        state.projects = state.projects.filter((project) => project !== preData);
        state.scheduled = state.scheduled.filter(({ project }) => project !== id);
        state.coverage.delete(id);
        state.names = state.names.filter(({ projectId }) => projectId !== id);
        state.missing = state.missing.filter(({ projectId }) => projectId !== id);
        state.keys = state.keys.flatMap((key) => {
          if (key.projects?.includes(id) !== true) return [key];
          const projects = key.projects.filter((each) => each !== id);
          return projects.length === 0 ? [] : [{ ...key, projects }];
        });
        const type = 'project-deleted';
        recordEvent(state, { type, data: null, preData, createdBy: by, project: id });
      }),
    list: ({ projectIds } = {}) =>
      ok(covered().filter(({ id }) => projectIds?.includes(id) ?? true)),
  });
};

const pageOf = (
  { events }: State,
  { limit, maxBytes = Infinity, before = Infinity, after, type, types, project }: EventQuery,
): EventPage => {
  const found = (after === undefined ? events : events.toReversed())
    .filter(({ id }) => id < before && id > (after ?? 0))
    .filter((event) => (type ?? event.type) === event.type && (types?.includes(event.type) ?? true))
    .filter((event) => project === undefined || event.project === project);
  const page = firstOf(found.slice(0, limit), maxBytes, ({ data, preData }) => [data, preData]);
  return { events: structuredClone([...page]), hasMore: page.length < found.length };
};

const eventsOf = (state: State): Store['events'] => {
  const { list } = whileOpen<Pick<Store['events'], 'list'>>(state, {
    list: (query) => ok(pageOf(state, query)),
  });
  return {
    list,
    async *subscribe({ after, signal, ...filters }) {
      let last = after;
      const isOver = (): boolean => signal?.aborted === true;
      while (!isOver()) {
        const page = await list({ limit: 1, ...filters, after: last });
        if (isOver()) return;
        if (page.isErr()) return yield err(page.error);
        const [event] = page.value.events;
        last = event?.id ?? last;
        if (event !== undefined) yield ok(event);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};

const apiKeysOf = (state: State): Store['apiKeys'] =>
  whileOpen<Store['apiKeys']>(state, {
    create: (key, options) => {
      const existing = state.keys.find(
        ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
      );
      if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
      const { projects = [] } = options?.needsProjects === true ? key : {};
      const missing = projects.find((each) => !hasProject(state, each));
      if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
      state.keys.push(structuredClone(key));
      return ok();
    },
    list: () => ok(structuredClone(state.keys.toSorted((a, b) => byBytes(a.name, b.name)))),
    revoke: (name) => {
      const others = state.keys.filter((key) => key.name !== name);
      if (others.length === state.keys.length) return err({ type: 'ApiKeyNotFound', name });
      state.keys = others;
      return ok();
    },
    find: (hash) => ok(structuredClone(state.keys.find(({ secretHash }) => secretHash === hash))),
  });

async function importInto<E>(
  state: State,
  { check }: Pick<Store, 'check'>,
  entries: AsyncIterable<Result<ImportEntry, E>>,
  options: CallOptions | undefined,
): Promise<Result<ImportCounts, E | DataOutdated | StoreUnavailable>> {
  const read: ImportEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
  }
  return toResultAsync(check(options)).andThen(() => {
    const outdated = outdatedIn(state, read);
    return outdated === undefined ? ok(applyEntries(state, read)) : err(outdated);
  });
}

async function* exportFrom(
  state: State,
  { check }: Pick<Store, 'check'>,
  options: CallOptions | undefined,
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  let entries: readonly StateEntry[] = [];
  const checked = await toResultAsync(check(options)).andTee(() => {
    entries = entriesOfState(state);
  });
  if (checked.isErr()) yield err(checked.error);
  for (const entry of entries) {
    const { signal } = options ?? {};
    if (signal?.aborted === true) {
      yield err({ type: 'StoreUnavailable', cause: signal.reason });
      return;
    }
    yield ok(entry);
  }
}

/** Where alerts are logged. */
const alertLogOf = (state: State): Parameters<typeof memoryAlerts>[0] => ({
  get isOpen() {
    return state.isOpen;
  },
  log: (content, createdBy, where) => recordEvent(state, { ...content, createdBy, ...where }),
});

/** An obviously correct store: it scans plain arrays and applies the rule. */
export const referenceStore = (state: State = newState()): ServiceStore => {
  const whole = whileOpen<Pick<Store, 'check'>>(state, { check: () => ok() });
  return {
    reader: readerOf(state),
    writer: writerOf(state),
    strategies: strategiesOf(state),
    projects: projectsOf(state),
    events: eventsOf(state),
    apiKeys: apiKeysOf(state),
    transfer: {
      import: (entries, options) => new ResultAsync(importInto(state, whole, entries, options)),
      export: (options) => exportFrom(state, whole, options),
    },
    ...memoryFollowing(state),
    ...memoryAlerts(alertLogOf(state), state.alerting),
    names: namesOf(state),
    ...whole,
    close: async () => {
      state.isOpen = false;
    },
  };
};
