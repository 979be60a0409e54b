import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import {
  type CompleteEntry,
  type DataOutdated,
  findOutdated,
  type ImportCounts,
  type ImportEntry,
  type ImportTally,
  keyOf,
  NO_TALLY,
  type StateEntry,
  type StateTransfer,
  type StrategyDefinition,
  SilentChanges,
} from '@forewarn/record';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import {
  byByteOrder,
  type KeptChangeRequest,
  type MemoryState,
  parsed,
  type ProjectState,
} from './memory-state.ts';
import { unavailability } from './while-open.ts';

type Outcome = keyof ImportTally;
type Counts = Record<keyof ImportCounts, Record<Outcome, number>>;

export function memoryTransfer(state: MemoryState): StateTransfer {
  return {
    import: <E>(entries: AsyncIterable<Result<ImportEntry, E>>, options?: CallOptions) =>
      new ResultAsync(importAll(state, entries, options)),
    export: (options) => exportAll(state, options),
  };
}

async function importAll<E>(
  state: MemoryState,
  entries: AsyncIterable<Result<ImportEntry, E>>,
  options: CallOptions | undefined,
): Promise<Result<ImportCounts, E | DataOutdated | StoreUnavailable>> {
  const unavailable = unavailability(state, options);
  if (unavailable !== undefined) return err(unavailable);
  const staged: ImportEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    staged.push(structuredClone(entry.value));
  }
  const late = unavailability(state, options);
  if (late !== undefined) return err(late);
  const outdated = findOutdated(
    staged.filter((entry) => isComplete(entry) || entry.kind === 'partial'),
    (projectId) => state.projects.get(projectId)?.coverage,
    Date.now(),
  );
  if (outdated !== undefined) return err(outdated);
  const counts: Counts = {
    projects: { ...NO_TALLY },
    strategies: { ...NO_TALLY },
    changeRequests: { ...NO_TALLY },
  };
  const changes = new SilentChanges();
  for (const entry of staged) apply(state, entry, counts, changes);
  complete(state, staged, counts, changes);
  state.keepChanges(changes);
  return ok(counts);
}

function apply(
  state: MemoryState,
  entry: ImportEntry,
  counts: Counts,
  changes: SilentChanges,
): void {
  switch (entry.kind) {
    case 'project': {
      const before = state.projects.get(entry.project.id);
      counts.projects[outcome(before?.project.name, entry.project.name)]++;
      const project = before ?? state.addProject(entry.project);
      project.project = { id: entry.project.id, name: entry.project.name };
      project.imported();
      if (entry.coverage !== undefined) project.coverage = entry.coverage;
      break;
    }
    case 'strategy': {
      const { name } = entry.definition;
      const text = JSON.stringify(entry.definition);
      const done = outcome(state.strategies.get(name), text);
      if (done === 'created') changes.addTarget({ kind: 'strategyDefinition', name }, 0);
      counts.strategies[done]++;
      state.strategies.set(name, text);
      break;
    }
    case 'scheduled': {
      const { id, project: projectId } = entry.changeRequest;
      const project = projectAt(state, projectId, counts);
      const text = JSON.stringify(entry.changeRequest);
      const done = outcome(project.changeRequests.get(id)?.text, text);
      if (done !== 'unchanged') {
        addKept(state, changes, project.changeRequests.get(id));
        project.put(text);
        addKept(state, changes, project.changeRequests.get(id));
      }
      counts.changeRequests[done]++;
      break;
    }
    case 'ended': {
      const project = state.projects.get(entry.projectId);
      project?.imported();
      const kept = project?.changeRequests.get(entry.id);
      if (project === undefined || kept === undefined) break;
      if (entry.by !== undefined) state.logWithdrawn(kept, entry.by);
      addKept(state, changes, kept);
      project.remove(entry.id);
      counts.changeRequests.withdrawn++;
      break;
    }
    case 'complete':
      projectAt(state, entry.projectId, counts);
      break;
    case 'partial': {
      const project = state.projects.get(entry.projectId);
      project?.imported();
      if (project?.coverage.kind === 'live') project.coverage = { kind: 'none' };
      break;
    }
  }
}

/** Withdraws what is not listed in a project whose change requests are all listed. */
function complete(
  state: MemoryState,
  entries: readonly ImportEntry[],
  counts: Counts,
  changes: SilentChanges,
): void {
  const listed = new Set(
    entries.flatMap((entry) => (entry.kind === 'scheduled' ? [keyOf(entry.changeRequest)] : [])),
  );
  for (const { projectId, asOf, source, by } of entries.filter(isComplete)) {
    const project = projectAt(state, projectId, counts);
    project.coverage = { kind: 'as-of', asOf, source };
    for (const kept of project.inOrder()) {
      if (listed.has(keyOf(kept))) continue;
      if (by !== undefined) state.logWithdrawn(kept, by);
      addKept(state, changes, kept);
      project.remove(kept.id);
      counts.changeRequests.withdrawn++;
    }
  }
}

/** Adds a change request that is written or removed, and what it may affect. */
function addKept(
  state: MemoryState,
  changes: SilentChanges,
  kept: KeptChangeRequest | undefined,
): void {
  if (kept === undefined) return;
  changes.addChangeRequest({ projectId: kept.project, id: kept.id });
  for (const { target, from } of state.affectedBy(kept)) changes.addTarget(target, from);
}

const isComplete = (entry: ImportEntry): entry is CompleteEntry => entry.kind === 'complete';

/** Returns the project that an entry names, registered if need be. */
function projectAt(state: MemoryState, id: string, counts: Counts): ProjectState {
  const existing = state.projects.get(id);
  if (existing === undefined) counts.projects.created++;
  const project = existing ?? state.addProject({ id, name: id });
  project.imported();
  return project;
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
  if (unavailable !== undefined) return yield err(unavailable);
  const projects = state.projectsIn();
  const snapshot: readonly (() => StateEntry)[] = [
    ...projects.map(({ project, coverage }) => () => ({
      kind: 'project' as const,
      project: { ...project },
      coverage: { ...coverage },
    })),
    ...[...state.strategies].toSorted(byByteOrder(([name]) => name)).map(([, text]) => () => ({
      kind: 'strategy' as const,
      definition: JSON.parse(text) as StrategyDefinition,
    })),
    ...projects.flatMap((project) =>
      project.inOrder().map((kept) => () => ({
        kind: 'scheduled' as const,
        changeRequest: parsed(kept),
      })),
    ),
  ];
  for (const entry of snapshot) {
    const late = unavailability(state, options);
    if (late !== undefined) return yield err(late);
    yield ok(entry());
  }
}
