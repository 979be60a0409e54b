import {
  type CallOptions,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import type {
  ChangeRequestNotFound,
  DataOutdated,
  EventPage,
  EventQuery,
  ImportCounts,
  ImportEntry,
  PreconditionFailed,
  PutOutcome,
  StateEntry,
  WriteOptions,
} from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { err, ok, Result, ResultAsync } from 'neverthrow';
import { alertsOf } from '../../notify/src/memory/memory-alerts.ts';
import { deliveriesOf, webhooksOf } from '../../notify/src/memory/memory-deliveries.ts';
import { memoryFollowing } from '../../store-memory/src/memory-following.ts';
import { permits, whileOpen } from '../../store-memory/src/while-open.ts';
import { firstOf } from './first-of.ts';
import { apiKeysOf } from './reference-api-keys.ts';
import { applyEntries, outdatedIn } from './reference-import.ts';
import { namesOf } from './reference-names.ts';
import { readerOf } from './reference-reader.ts';
import {
  coverageIn,
  entriesOfState,
  hasProject,
  inOrder,
  isAt,
  newState,
  put,
  recordEvent,
  recordWithdrawn,
  type State,
  storedIn,
} from './reference-state.ts';
import { strategiesOf } from './reference-strategies.ts';
import type { ServiceStore } from './service-store.ts';

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
  whileOpen<Store['writer']>(state, (step) => ({
    put: step((changeRequest, by, options) =>
      permitsPut(state, changeRequest, options).map(() => keep(state, changeRequest, by)),
    ),
    putAll: step((changeRequests, by, options) =>
      Result.combine(changeRequests.map((each) => permitsPut(state, each, options))).map(() =>
        changeRequests.map((each) => keep(state, each, by)),
      ),
    ),
    remove: step(({ projectId, id }, by, options): Result<void, NotRemoved> => {
      const preData = storedIn(state, { project: projectId, id });
      if (preData === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      return permits(options, structuredClone(preData)).map(() => {
        state.scheduled = state.scheduled.filter((other) => other !== preData);
        recordWithdrawn(state, preData, by);
      });
    }),
  }));

type NotRemoved = ChangeRequestNotFound | PreconditionFailed | StoreUnavailable;

const projectsOf = (state: State): Store['projects'] => {
  const projectIn = (id: string) => {
    const project = state.projects.find((each) => each.id === id);
    return project === undefined
      ? err({ type: 'ProjectNotFound' as const, projectId: id })
      : ok(project);
  };
  const covered = () =>
    inOrder(state.projects).map((each) => ({ ...each, coverage: coverageIn(state, each.id) }));
  return whileOpen<Store['projects']>(state, (step) => ({
    register: step((data, by) => {
      const project = data.id;
      if (hasProject(state, project)) return err({ type: 'ProjectExists', projectId: project });
      state.projects.push(structuredClone(data));
      const type = 'project-created';
      recordEvent(state, { type, data, preData: null, createdBy: by, project });
      return ok();
    }),
    declareLive: step((id, by) =>
      projectIn(id).map((project) => {
        const preData = { ...project, coverage: coverageIn(state, id) };
        if (preData.coverage.kind === 'live') return;
        state.coverage.set(id, { kind: 'live' });
        const data = { ...project, coverage: coverageIn(state, id) };
        const type = 'project-coverage-updated';
        recordEvent(state, { type, data, preData, createdBy: by, project: id });
      }),
    ),
    delete: step((id, by) =>
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
    ),
    list: step(({ projectIds } = {}) =>
      ok(covered().filter(({ id }) => projectIds?.includes(id) ?? true)),
    ),
  }));
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
  const { list } = whileOpen<Pick<Store['events'], 'list'>>(state, (step) => ({
    list: step((query) => ok(pageOf(state, query))),
  }));
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
const alertLogOf = (state: State): Parameters<typeof alertsOf>[0] => ({
  get isOpen() {
    return state.isOpen;
  },
  log: (content, createdBy, where) => recordEvent(state, { ...content, createdBy, ...where }),
});

/** An obviously correct store: it scans plain arrays and applies the rule. */
export const referenceStore = (state: State = newState()): ServiceStore => {
  const whole = whileOpen<Pick<Store, 'check'>>(state, (step) => ({ check: step(() => ok()) }));
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
    alerts: alertsOf(alertLogOf(state), state.alerting),
    webhooks: webhooksOf(state, state.alerting),
    deliveries: deliveriesOf(state, state.alerting),
    names: namesOf(state),
    ...whole,
    close: async () => {
      state.isOpen = false;
    },
  };
};
