import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Project,
  type ScheduledChangeRequest,
  type StrategyDefinition,
} from '@forewarn/core';
import type { ApiKey, Event, EventContent, StateEntry } from '@forewarn/core/operator';

/** The state of the reference store. */
export interface State {
  projects: Project[];
  definitions: StrategyDefinition[];
  scheduled: ScheduledChangeRequest[];
  /** The newest first. */
  events: Event[];
  keys: ApiKey[];
  isClosed: boolean;
}

export const newState = (): State => ({
  projects: [],
  definitions: structuredClone([...BUILT_IN_STRATEGY_DEFINITIONS]),
  scheduled: [],
  events: [],
  keys: [],
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

/** Returns the state in the order of an export. */
export const entriesOfState = (state: State): readonly StateEntry[] =>
  structuredClone([
    ...state.projects
      .toSorted((a, b) => byBytes(a.id, b.id))
      .map((project): StateEntry => ({ kind: 'project', project })),
    ...state.definitions
      .toSorted((a, b) => byBytes(a.name, b.name))
      .map((definition): StateEntry => ({ kind: 'strategy', definition })),
    ...state.scheduled
      .toSorted((a, b) => byBytes(a.project, b.project) || a.id - b.id)
      .map((changeRequest): StateEntry => ({ kind: 'scheduled', changeRequest })),
  ]);
