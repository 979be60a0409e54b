import type {
  CallOptions,
  ScheduledChangeRequest,
  StoreUnavailable,
  StrategyDefinition,
} from '@forewarn/core';
import type {
  EndedEntry,
  ImportCounts,
  ImportTally,
  StateEntry,
  StateTransfer,
} from '@forewarn/core/operator';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { byByteOrder } from './byte-order.ts';
import type { MemoryState } from './memory-state.ts';
import { unavailability } from './while-open.ts';

type Outcome = keyof ImportTally;
type Counts = Record<keyof ImportCounts, Record<Outcome, number>>;

const none = (): Record<Outcome, number> => ({
  created: 0,
  replaced: 0,
  unchanged: 0,
  withdrawn: 0,
});

export function memoryTransfer(state: MemoryState): StateTransfer {
  return {
    import: <E>(
      entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
      options?: CallOptions,
    ) => new ResultAsync(importAll(state, entries, options)),
    export: (options) => exportAll(state, options),
  };
}

async function importAll<E>(
  state: MemoryState,
  entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
  options: CallOptions | undefined,
): Promise<Result<ImportCounts, E | StoreUnavailable>> {
  const unavailable = unavailability(state, options);
  if (unavailable !== undefined) return err(unavailable);
  const staged: (StateEntry | EndedEntry)[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    staged.push(structuredClone(entry.value));
  }
  const late = unavailability(state, options);
  if (late !== undefined) return err(late);
  const counts: Counts = { projects: none(), strategies: none(), changeRequests: none() };
  for (const entry of staged) apply(state, entry, counts);
  return ok(counts);
}

function apply(state: MemoryState, entry: StateEntry | EndedEntry, counts: Counts): void {
  switch (entry.kind) {
    case 'project': {
      const before = state.projects.get(entry.project.id);
      counts.projects[outcome(before?.project.name, entry.project.name)]++;
      if (before === undefined) state.addProject(entry.project);
      else before.project = { id: entry.project.id, name: entry.project.name };
      break;
    }
    case 'strategy': {
      const { name } = entry.definition;
      const text = JSON.stringify(entry.definition);
      counts.strategies[outcome(state.strategies.get(name), text)]++;
      state.strategies.set(name, text);
      break;
    }
    case 'scheduled':
      counts.changeRequests[schedule(state, entry.changeRequest, counts)]++;
      break;
    case 'ended': {
      const project = state.projects.get(entry.projectId);
      if (project?.changeRequests.has(entry.id) !== true) break;
      project.remove(entry.id);
      counts.changeRequests.withdrawn++;
      break;
    }
  }
}

function schedule(
  state: MemoryState,
  changeRequest: ScheduledChangeRequest,
  counts: Counts,
): Outcome {
  const { id, project: projectId } = changeRequest;
  let project = state.projects.get(projectId);
  if (project === undefined) {
    project = state.addProject({ id: projectId, name: projectId });
    counts.projects.created++;
  }
  const text = JSON.stringify(changeRequest);
  const done = outcome(project.changeRequests.get(id)?.text, text);
  if (done !== 'unchanged') project.put(text);
  return done;
}

function outcome(before: string | undefined, after: string): Outcome {
  if (before === undefined) return 'created';
  return before === after ? 'unchanged' : 'replaced';
}

async function* exportAll(
  state: MemoryState,
  options: CallOptions | undefined,
): AsyncGenerator<Result<StateEntry, StoreUnavailable>> {
  const unavailable = unavailability(state, options);
  if (unavailable !== undefined) {
    yield err(unavailable);
    return;
  }
  const projects = [...state.projects.values()].toSorted(byByteOrder(({ project }) => project.id));
  const snapshot = [
    ...projects.map(({ project }) => ({ kind: 'project' as const, text: JSON.stringify(project) })),
    ...[...state.strategies]
      .toSorted(byByteOrder(([name]) => name))
      .map(([, text]) => ({ kind: 'strategy' as const, text })),
    ...projects.flatMap(({ changeRequests }) =>
      [...changeRequests]
        .toSorted(([a], [b]) => a - b)
        .map(([, { text }]) => ({ kind: 'scheduled' as const, text })),
    ),
  ];
  for (const { kind, text } of snapshot) yield ok(entryOf(kind, text));
}

function entryOf(kind: StateEntry['kind'], text: string): StateEntry {
  switch (kind) {
    case 'project':
      return { kind, project: JSON.parse(text) };
    case 'strategy':
      return { kind, definition: JSON.parse(text) as StrategyDefinition };
    case 'scheduled':
      return { kind, changeRequest: JSON.parse(text) as ScheduledChangeRequest };
  }
}
