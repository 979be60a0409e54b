import type { Coverage, ScheduledChangeRequest } from '@forewarn/core';
import type { GoneTarget } from '@forewarn/forecast';
import type { ApiKey } from '@forewarn/operate';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Event,
  type EventContent,
  type NameKind,
  type Origin,
  type Project,
  type ProjectCoverage,
  type StateEntry,
  type StrategyDefinition,
} from '@forewarn/record';
import { AlertState } from '../../notify/src/memory/memory-alerts.ts';

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
  leases: Map<string, { readonly holder: string; readonly expiresAt: number }>;
  origin: Origin | undefined;
  hidesProjects: boolean;
  /** Lists of names. */
  names: {
    projectId: string;
    kind: NameKind;
    asOf: string;
    values: readonly string[];
    /** Those that were added, with the time. */
    added: ReadonlyMap<string, number>;
  }[];
  /** What the names of projects lack, or have as archived. */
  missing: readonly { readonly projectId: string; readonly target: GoneTarget }[];
  readonly alerting: AlertState;
  isOpen: boolean;
}

export const newState = (): State => ({
  projects: [],
  coverage: new Map(),
  definitions: structuredClone([...BUILT_IN_STRATEGY_DEFINITIONS]),
  scheduled: [],
  events: [],
  keys: [],
  leases: new Map(),
  origin: undefined,
  hidesProjects: true,
  names: [],
  missing: [],
  alerting: new AlertState(),
  isOpen: true,
});

export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

export const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

export const sameJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function recordEvent(
  state: State,
  content: EventContent & Pick<Event, 'createdBy' | 'project' | 'environment'>,
): void {
  const stamp = { id: state.events.length + 1, createdAt: new Date().toISOString() };
  state.events = [{ ...structuredClone(content), ...stamp }, ...state.events];
}

/** Records the event of a removal. */
export function recordWithdrawn(state: State, preData: ScheduledChangeRequest, by: string): void {
  const { project, environment } = preData;
  const type = 'change-request-schedule-withdrawn';
  recordEvent(state, { type, data: null, preData, createdBy: by, project, environment });
}

export const hasProject = ({ projects }: State, projectId: string): boolean =>
  projects.some(({ id }) => id === projectId);

export const isAt =
  (project: string, id: number) =>
  (changeRequest: ScheduledChangeRequest): boolean =>
    changeRequest.project === project && changeRequest.id === id;

/** Returns the stored version of a change request. */
export const storedIn = (
  { scheduled }: State,
  { project, id }: Pick<ScheduledChangeRequest, 'project' | 'id'>,
): ScheduledChangeRequest | undefined => scheduled.find(isAt(project, id));

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
  changeRequests.toSorted((a, b) => byBytes(a.project, b.project) || byId(a, b));

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

/** Replaces the item that is the same, or appends. */
export function put<T>(
  things: T[],
  thing: T,
  isSameThing: (other: T) => boolean,
): 'created' | 'replaced' | 'unchanged' {
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
