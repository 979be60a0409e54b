import {
  type CoveredProject,
  problemsOfChangeRequest,
  problemsOfProject,
  problemsOfStrategy,
  type Project,
  type StrategyDefinition,
} from '@forewarn/record';
import type { Problem, ScheduledChangeRequest } from '@forewarn/core';
import type { MemoryState } from './memory-state.ts';

/** What a store contains from the start. No event is recorded for it. */
export interface MemorySeed {
  /** Live, unless they have a coverage. */
  readonly projects?: readonly (Project | CoveredProject)[];
  /** Each is of a project above. */
  readonly changeRequests?: readonly ScheduledChangeRequest[];
  /** The built-in definitions are always there. */
  readonly strategies?: readonly StrategyDefinition[];
}

/** Adds a seed to an empty state. Throws a TypeError that names the first invalid entry. */
export function plant(
  { projects = [], changeRequests = [], strategies = [] }: MemorySeed,
  state: MemoryState,
): void {
  each('projects', projects, problemsOfProject, (project) => {
    if (state.projects.has(project.id)) return `another project has the id "${project.id}"`;
    const coverage = 'coverage' in project ? project.coverage : { kind: 'live' as const };
    state.addProject(project).coverage = { ...coverage };
    return undefined;
  });
  each('changeRequests', changeRequests, problemsOfChangeRequest, (changeRequest) => {
    const { id, project: projectId } = changeRequest;
    const project = state.projects.get(projectId);
    if (project === undefined) return `no project has the id "${projectId}"`;
    if (project.changeRequests.has(id)) return `another change request has the id ${id}`;
    project.put(JSON.stringify(changeRequest));
    return undefined;
  });
  each('strategies', strategies, problemsOfStrategy, (definition) => {
    if (state.strategies.has(definition.name)) {
      return `another or a built-in definition has the name "${definition.name}"`;
    }
    state.strategies.set(definition.name, JSON.stringify(definition));
    return undefined;
  });
}

/** Adds each entry of a list, unless it has a problem or `add` returns what is wrong with it. */
function each<Entry>(
  list: keyof MemorySeed,
  entries: readonly Entry[],
  problemsOf: (entry: Entry) => readonly Problem[],
  add: (entry: Entry) => string | undefined,
): void {
  for (const [index, entry] of entries.entries()) {
    const [problem] = problemsIn(entry, problemsOf);
    const wrong = problem ? `${problem.path}: expected ${problem.expected}` : add(entry);
    if (wrong !== undefined) throw new TypeError(`Seed: ${list}[${index}]: ${wrong}`);
  }
}

/** JavaScript callers can omit what the rules look at. */
function problemsIn<Entry>(entry: Entry, problemsOf: (entry: Entry) => readonly Problem[]) {
  try {
    return problemsOf(entry);
  } catch (error) {
    return [{ path: 'entry', expected: `an entry of this list (${String(error)})` }];
  }
}
