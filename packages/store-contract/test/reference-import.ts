import type { EndedEntry, ImportCounts, StateEntry } from '@forewarn/core/operator';
import { isAt, sameJson, type State } from './reference-state.ts';

type Kept = 'created' | 'replaced' | 'unchanged';

/** Replaces the item that is the same, or appends. */
export function put<T>(things: T[], thing: T, isSameThing: (other: T) => boolean): Kept {
  const index = things.findIndex(isSameThing);
  const existing = things[index];
  if (existing === undefined) {
    things.push(structuredClone(thing));
    return 'created';
  }
  if (sameJson(existing, thing)) return 'unchanged';
  things[index] = structuredClone(thing);
  return 'replaced';
}

const noTally = () => ({ created: 0, replaced: 0, unchanged: 0, withdrawn: 0 });

/** Applies all entries in order. */
export function applyEntries(
  state: State,
  entries: readonly (StateEntry | EndedEntry)[],
): ImportCounts {
  const counts = { projects: noTally(), strategies: noTally(), changeRequests: noTally() };

  const apply = (entry: StateEntry | EndedEntry): void => {
    switch (entry.kind) {
      case 'project': {
        const { project } = entry;
        counts.projects[put(state.projects, project, ({ id }) => id === project.id)] += 1;
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
        if (!state.projects.some((other) => other.id === project)) {
          apply({ kind: 'project', project: { id: project, name: project } });
        }
        counts.changeRequests[put(state.scheduled, changeRequest, isAt(project, id))] += 1;
        break;
      }
      case 'ended': {
        const index = state.scheduled.findIndex(isAt(entry.projectId, entry.id));
        if (index === -1) break;
        state.scheduled.splice(index, 1);
        counts.changeRequests.withdrawn += 1;
        break;
      }
    }
  };

  for (const entry of entries) apply(entry);
  return counts;
}
