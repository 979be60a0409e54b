import {
  type CallOptions,
  changedStrategy,
  covers,
  type DataOutdated,
  doubtsIn,
  matchesAny,
  type ScheduledChangeRequest,
  type Store,
  type StoreUnavailable,
  type StrategyNotFound,
  type StrategyUse,
  type StrategyDefinition,
  targetsOf,
} from '@forewarn/core';
import type {
  EventPage,
  EventQuery,
  FollowerStore,
  ImportCounts,
  ImportEntry,
  StateEntry,
} from '@forewarn/core/operator';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { permits, whileOpen } from './while-open.ts';
import { applyEntries, outdatedIn } from './reference-import.ts';
import { readerOf } from './reference-reader.ts';
import { recordWithdrawn, writerOf } from './reference-writer.ts';
import {
  byBytes,
  coverageIn,
  entriesOfState,
  inOrder,
  inOrderOfKey,
  newState,
  projectCoverageIn,
  recordEvent,
  sameJson,
  type State,
} from './reference-state.ts';

export const strategyUseIn = (state: State, definition: StrategyDefinition): StrategyUse => {
  const scheduled = inOrderOfKey(state.scheduled);
  const target = { kind: 'strategyDefinition', name: definition.name } as const;
  const versions = (uses: (each: ScheduledChangeRequest) => boolean) =>
    scheduled.filter(uses).map((each) => ({
      projectId: each.project,
      id: each.id,
      version: JSON.stringify(each),
    }));
  return {
    definition: structuredClone(definition),
    projects: projectCoverageIn(state, state.projects),
    touching: versions((each) => matchesAny(targetsOf(each), [target])),
    doubtful: versions((each) => doubtsIn(each).some((doubt) => covers(doubt, { target }))),
  };
};

const definitionIn = (state: State, name: string): Result<StrategyDefinition, StrategyNotFound> => {
  const definition = state.definitions.find((each) => each.name === name);
  return definition === undefined ? err({ type: 'StrategyNotFound', name }) : ok(definition);
};

const editableIn = (state: State, name: string) =>
  definitionIn(state, name).andThen((definition) =>
    definition.editable ? ok(definition) : err({ type: 'StrategyNotEditable' as const, name }),
  );

const strategiesOf = (state: State): Store['strategies'] => ({
  register: (data, by, options) =>
    whileOpen(state, options, () => {
      const { name } = data;
      if (definitionIn(state, name).isOk()) return err({ type: 'StrategyExists', name });
      state.definitions.push(structuredClone(data));
      recordEvent(state, { type: 'strategy-created', data, preData: null, createdBy: by });
      return ok();
    }),
  list: (options) =>
    whileOpen(state, options, () =>
      ok(structuredClone(state.definitions.toSorted((a, b) => byBytes(a.name, b.name)))),
    ),
  find: (name, options) =>
    whileOpen(state, options, () => definitionIn(state, name).map((each) => structuredClone(each))),
  findUse: (name, options) =>
    whileOpen(state, options, () =>
      definitionIn(state, name).map((each) => strategyUseIn(state, each)),
    ),
  change: (name, change, by, options) =>
    whileOpen(state, options, () =>
      editableIn(state, name).map((existing) => {
        const content = structuredClone(changedStrategy(existing, change));
        if (sameJson(existing, content.data)) return;
        state.definitions[state.definitions.indexOf(existing)] = content.data;
        recordEvent(state, { ...content, createdBy: by });
      }),
    ),
  delete: (name, by, options) =>
    whileOpen(state, options, () =>
      editableIn(state, name).andThen((preData) => {
        return permits(options ?? {}, strategyUseIn(state, preData)).map(() => {
          state.definitions = state.definitions.filter((other) => other !== preData);
          recordEvent(state, { type: 'strategy-deleted', data: null, preData, createdBy: by });
        });
      }),
    ),
});

const projectsOf = (state: State): Store['projects'] => ({
  register: (data, by, options) =>
    whileOpen(state, options, () => {
      const project = data.id;
      if (state.projects.some(({ id }) => id === project)) {
        return err({ type: 'ProjectExists', projectId: project });
      }
      state.projects.push(structuredClone(data));
      const type = 'project-created';
      recordEvent(state, { type, data, preData: null, createdBy: by, project });
      return ok();
    }),
  declareLive: (id, by, options) =>
    whileOpen(state, options, () => {
      const project = state.projects.find((each) => each.id === id);
      if (project === undefined) return err({ type: 'ProjectNotFound', projectId: id });
      const preData = { ...project, coverage: coverageIn(state, id) };
      if (preData.coverage.kind === 'live') return ok();
      state.coverage.set(id, { kind: 'live' });
      const data = { ...project, coverage: coverageIn(state, id) };
      const type = 'project-coverage-updated';
      recordEvent(state, { type, data, preData, createdBy: by, project: id });
      return ok();
    }),
  delete: (id, by, options) =>
    whileOpen(state, options, () => {
      const preData = state.projects.find((project) => project.id === id);
      if (preData === undefined) return err({ type: 'ProjectNotFound', projectId: id });
      const gone = state.scheduled.filter(({ project }) => project === id);
      for (const each of gone.toSorted((a, b) => a.id - b.id)) recordWithdrawn(state, each, by);
      state.projects = state.projects.filter((project) => project !== preData);
      state.scheduled = state.scheduled.filter(({ project }) => project !== id);
      state.coverage.delete(id);
      state.keys = state.keys.flatMap((key) => {
        if (key.projects?.includes(id) !== true) return [key];
        const projects = key.projects.filter((each) => each !== id);
        return projects.length === 0 ? [] : [{ ...key, projects }];
      });
      const type = 'project-deleted';
      recordEvent(state, { type, data: null, preData, createdBy: by, project: id });
      return ok();
    }),
  list: (options) =>
    whileOpen(state, options, () =>
      ok(
        inOrder(state.projects).map((each) => ({ ...each, coverage: coverageIn(state, each.id) })),
      ),
    ),
});

const pageOf = (
  { events }: State,
  { limit, maxBytes = Infinity, before = Infinity, type, project }: EventQuery,
): EventPage => {
  let left = maxBytes;
  const found = events
    .filter(({ id }) => id < before)
    .filter((event) => type === undefined || event.type === type)
    .filter((event) => project === undefined || event.project === project);
  const page = found.slice(0, limit).filter(({ data, preData }, index) => {
    for (const content of [data, preData]) left -= Buffer.byteLength(JSON.stringify(content));
    return index === 0 || left >= 0;
  });
  return { events: structuredClone(page), hasOlder: page.length < found.length };
};

const apiKeysOf = (state: State): Store['apiKeys'] => ({
  create: (key, options) =>
    whileOpen(state, options, () => {
      const existing = state.keys.find(
        ({ name, secretHash }) => name === key.name || secretHash === key.secretHash,
      );
      if (existing !== undefined) return err({ type: 'ApiKeyExists', name: existing.name });
      const { projects = [] } = options?.needsProjects === true ? key : {};
      const missing = projects.find((each) => !state.projects.some(({ id }) => id === each));
      if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
      state.keys.push(structuredClone(key));
      return ok();
    }),
  list: (options) =>
    whileOpen(state, options, () =>
      ok(structuredClone(state.keys.toSorted((a, b) => byBytes(a.name, b.name)))),
    ),
  revoke: (name, options) =>
    whileOpen(state, options, () => {
      const others = state.keys.filter((key) => key.name !== name);
      if (others.length === state.keys.length) return err({ type: 'ApiKeyNotFound', name });
      state.keys = others;
      return ok();
    }),
  find: (hash, options) =>
    whileOpen(state, options, () =>
      ok(structuredClone(state.keys.find(({ secretHash }) => secretHash === hash))),
    ),
});

const leasesOf = (state: State): FollowerStore['leases'] => ({
  acquire: ({ name, holder, ttlMs }, options) =>
    whileOpen(state, options, () => {
      const now = Date.now();
      const isTaken = state.leases.some(
        (each) => each.name === name && each.holder !== holder && each.expiresAt > now,
      );
      if (isTaken) return ok(false);
      state.leases = state.leases.filter((each) => each.name !== name);
      state.leases.push({ name, holder, expiresAt: now + ttlMs });
      return ok(true);
    }),
  release: ({ name, holder }, options) =>
    whileOpen(state, options, () => {
      state.leases = state.leases.filter((each) => each.name !== name || each.holder !== holder);
      return ok();
    }),
});

const originsOf = (state: State): FollowerStore['origins'] => ({
  claim: (origin, options) =>
    whileOpen(state, options, () => {
      state.origin ??= { ...origin };
      return ok({ ...state.origin });
    }),
  replace: (origin, options) =>
    whileOpen(state, options, () => {
      state.origin = { ...origin };
      return ok();
    }),
});

async function importInto<E>(
  state: State,
  entries: AsyncIterable<Result<ImportEntry, E>>,
  options: CallOptions | undefined,
): Promise<Result<ImportCounts, E | DataOutdated | StoreUnavailable>> {
  const read: ImportEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    read.push(entry.value);
  }
  return whileOpen(state, options, () => {
    const outdated = outdatedIn(state, read);
    return outdated === undefined ? ok(applyEntries(state, read)) : err(outdated);
  });
}

async function* exportFrom(
  state: State,
  options: CallOptions | undefined,
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const entries = await whileOpen(state, options, () => ok(entriesOfState(state)));
  if (entries.isErr()) yield err(entries.error);
  else {
    for (const entry of entries.value) {
      const permitted = permits(options ?? {}, entry);
      if (permitted.isErr() && permitted.error.type === 'StoreUnavailable') {
        yield err(permitted.error);
        return;
      }
      yield ok(entry);
    }
  }
}

/** An obviously correct store: it scans plain arrays and applies the rule. */
export const referenceStore = (state: State = newState()): FollowerStore => ({
  reader: readerOf(state),
  writer: writerOf(state),
  strategies: strategiesOf(state),
  projects: projectsOf(state),
  events: {
    list: (query, options) => whileOpen(state, options, () => ok(pageOf(state, query))),
  },
  apiKeys: apiKeysOf(state),
  transfer: {
    import: (entries, options) => new ResultAsync(importInto(state, entries, options)),
    export: (options) => exportFrom(state, options),
  },
  leases: leasesOf(state),
  origins: originsOf(state),
  check: (options) => whileOpen(state, options, () => ok()),
  close: async () => {
    state.isClosed = true;
  },
});
