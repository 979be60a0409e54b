import { isSearched, type ScheduledChangeRequest } from '@forewarn/core';
import { plansOf, affectedFrom, SilentChanges } from '@forewarn/forecast';
import {
  type CompleteEntry,
  findOutdated,
  type ImportCounts,
  type ImportEntry,
  scheduledAtOf,
} from '@forewarn/record';
import { scheduledIn } from './reference-reader.ts';
import { hasProject, isAt, put, recordWithdrawn, type State, storedIn } from './reference-state.ts';

const noTally = () => ({ created: 0, replaced: 0, unchanged: 0, withdrawn: 0 });

/** Applies all entries in order. */
export function applyEntries(state: State, entries: readonly ImportEntry[]): ImportCounts {
  const before = structuredClone(state.scheduled);
  const names = new Set(state.definitions.map(({ name }) => name));
  const counts = applied(state, entries);
  mark(
    state,
    before,
    entries.filter((each) => each.kind === 'strategy' && !names.has(each.definition.name)),
  );
  return counts;
}

/** Marks what differs, with the targets of its plans before and after. */
function mark(
  state: State,
  before: readonly ScheduledChangeRequest[],
  added: readonly ImportEntry[],
): void {
  const changes = new SilentChanges();
  const [old, now] = [new Set(before.map(textOf)), new Set(state.scheduled.map(textOf))];
  const changed = [
    ...before.filter((each) => !now.has(textOf(each))),
    ...state.scheduled.filter((each) => !old.has(textOf(each))),
  ];
  for (const each of changed) {
    changes.addChangeRequest({ projectId: each.project, id: each.id });
    for (const { target, hasDependency } of plansOf(each)) {
      const scheduledAt = scheduledAtOf(each);
      if (isSearched(target))
        changes.addTarget(target, affectedFrom(target, { hasDependency, scheduledAt }));
    }
  }
  for (const entry of added) {
    if (entry.kind !== 'strategy') continue;
    changes.addTarget({ kind: 'strategyDefinition', name: entry.definition.name }, 0);
  }
  state.alerting.keepChanges(changes);
}

const textOf = (changeRequest: ScheduledChangeRequest): string => JSON.stringify(changeRequest);

function applied(state: State, entries: readonly ImportEntry[]): ImportCounts {
  const counts = { projects: noTally(), strategies: noTally(), changeRequests: noTally() };

  const markImported = (id: string): void => {
    if (!state.coverage.has(id)) state.coverage.set(id, { kind: 'none' });
  };

  const register = (id: string): void => {
    markImported(id);
    if (!hasProject(state, id)) apply({ kind: 'project', project: { id, name: id } });
  };

  const apply = (entry: ImportEntry): void => {
    switch (entry.kind) {
      case 'project': {
        const { project, coverage } = entry;
        counts.projects[put(state.projects, project, ({ id }) => id === project.id)] += 1;
        markImported(project.id);
        if (coverage !== undefined) state.coverage.set(project.id, structuredClone(coverage));
        break;
      }
      case 'strategy': {
        const { definition } = entry;
        const kept = put(state.definitions, definition, ({ name }) => name === definition.name);
        counts.strategies[kept] += 1;
        break;
      }
      case 'scheduled': {
        const { changeRequest } = entry;
        const { project, id } = changeRequest;
        register(project);
        counts.changeRequests[put(state.scheduled, changeRequest, isAt(project, id))] += 1;
        break;
      }
      case 'ended': {
        const { projectId: project, id } = entry;
        if (hasProject(state, project)) markImported(project);
        const existing = storedIn(state, { project, id });
        state.scheduled = state.scheduled.filter((each) => each !== existing);
        if (existing !== undefined) counts.changeRequests.withdrawn += 1;
        break;
      }
      case 'complete':
        register(entry.projectId);
        break;
    }
  };

  /** Withdraws what no entry lists. */
  const complete = ({ projectId, asOf, source, by }: CompleteEntry): void => {
    state.coverage.set(projectId, { kind: 'as-of', asOf, source });
    const listed = entries.flatMap((entry) => (entry.kind === 'scheduled' ? entry : []));
    const gone = scheduledIn(state, [projectId]).filter(
      ({ id }) => !listed.some(({ changeRequest }) => isAt(projectId, id)(changeRequest)),
    );
    if (by !== undefined) for (const each of gone) recordWithdrawn(state, each, by);
    counts.changeRequests.withdrawn += gone.length;
    state.scheduled = state.scheduled.filter((each) => !gone.includes(each));
  };

  for (const entry of entries) apply(entry);
  for (const entry of entries) if (entry.kind === 'complete') complete(entry);
  return counts;
}

/** Finds a project of which a sync has stored newer data. */
export const outdatedIn = (state: State, entries: readonly ImportEntry[]) =>
  findOutdated(
    entries.flatMap((entry) => (entry.kind === 'complete' ? [entry] : [])),
    (id) => state.coverage.get(id),
    Date.now(),
  );
