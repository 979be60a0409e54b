import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Coverage,
  type Project,
  type ProjectCoverage,
  type ScheduledChangeRequest,
  type StrategyDefinition,
} from '@forewarn/core';
import type { ApiKey, Event, EventContent, Origin, StateEntry } from '@forewarn/core/operator';

/** The state of the reference store. */
export interface State {
  projects: Project[];
  /** By the id of a project; absent until something is recorded in it, or an import names it. */
  readonly coverage: Map<string, Coverage>;
  definitions: StrategyDefinition[];
  scheduled: ScheduledChangeRequest[];
  /** The newest first. */
  events: Event[];
  keys: ApiKey[];
  leases: { name: string; holder: string; expiresAt: number }[];
  origin: Origin | undefined;
  isClosed: boolean;
}

export const newState = (): State => ({
  projects: [],
  coverage: new Map(),
  definitions: structuredClone([...BUILT_IN_STRATEGY_DEFINITIONS]),
  scheduled: [],
  events: [],
  keys: [],
  leases: [],
  origin: undefined,
  isClosed: false,
});

export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

export const sameJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function recordEvent(
  state: State,
  content: EventContent & Pick<Event, 'createdBy' | 'project' | 'environment'>,
): void {
  const stamp = { id: state.events.length + 1, createdAt: new Date().toISOString() };
  state.events = [{ ...structuredClone(content), ...stamp }, ...state.events];
}

export const isAt =
  (project: string, id: number) =>
  (changeRequest: ScheduledChangeRequest): boolean =>
    changeRequest.project === project && changeRequest.id === id;

export const coverageIn = ({ coverage }: State, projectId: string): Coverage => ({
  ...(coverage.get(projectId) ?? { kind: 'none' }),
});

/** Returns projects in byte order of id. */
export const inOrder = (projects: readonly Project[]): readonly Project[] =>
  projects.toSorted((a, b) => byBytes(a.id, b.id));

/** Returns change requests in byte order of project, and then of id. */
export const inOrderOfKey = (
  changeRequests: readonly ScheduledChangeRequest[],
): readonly ScheduledChangeRequest[] =>
  changeRequests.toSorted((a, b) => byBytes(a.project, b.project) || a.id - b.id);

export const projectCoverageIn = (
  state: State,
  projects: readonly Project[],
): readonly ProjectCoverage[] =>
  inOrder(projects).map(({ id }) => ({ projectId: id, coverage: coverageIn(state, id) }));

/** Returns the state in the order of an export. */
export const entriesOfState = (state: State): readonly StateEntry[] =>
  structuredClone([
    ...inOrder(state.projects).map((project): StateEntry => {
      return { kind: 'project', project, coverage: coverageIn(state, project.id) };
    }),
    ...state.definitions
      .toSorted((a, b) => byBytes(a.name, b.name))
      .map((definition): StateEntry => ({ kind: 'strategy', definition })),
    ...inOrderOfKey(state.scheduled).map((changeRequest): StateEntry => {
      return { kind: 'scheduled', changeRequest };
    }),
  ]);

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
