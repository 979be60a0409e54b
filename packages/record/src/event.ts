import type { ScheduledChangeRequest } from '@forewarn/core';
import type { CoveredProject, Project } from './project.ts';
import type { StrategyDefinition } from './strategy-definition.ts';

/** The states before and after a change; null when there is none. */
export interface StateChange<Data, PreData> {
  /** The whole state after the change. */
  readonly data: Data;
  /** The whole state before the change. */
  readonly preData: PreData;
}

/** The events by type. A capability adds its own by `declare module '@forewarn/record'`. */
export interface RecordedEvents {
  'strategy-created': StateChange<StrategyDefinition, null>;
  'strategy-updated': StateChange<StrategyDefinition, StrategyDefinition>;
  'strategy-deprecated': StateChange<StrategyDefinition, StrategyDefinition>;
  'strategy-reactivated': StateChange<StrategyDefinition, StrategyDefinition>;
  'strategy-deleted': StateChange<null, StrategyDefinition>;
  'project-created': StateChange<Project, null>;
  'project-coverage-updated': StateChange<CoveredProject, CoveredProject>;
  'project-deleted': StateChange<null, Project>;
  'change-request-scheduled': StateChange<ScheduledChangeRequest, ScheduledChangeRequest | null>;
  'change-request-schedule-withdrawn': StateChange<null, ScheduledChangeRequest>;
}

export type EventContent = {
  readonly [Type in keyof RecordedEvents]: { readonly type: Type } & RecordedEvents[Type];
}[keyof RecordedEvents];

/** The types of the events that recording makes. */
export const RECORDED_EVENT_TYPES = [
  'strategy-created',
  'strategy-updated',
  'strategy-deprecated',
  'strategy-reactivated',
  'strategy-deleted',
  'project-created',
  'project-coverage-updated',
  'project-deleted',
  'change-request-scheduled',
  'change-request-schedule-withdrawn',
] as const satisfies readonly EventContent['type'][];

export type EventType = EventContent['type'];

/** The record of one change of state, made in the same atomic step as the change. */
export type Event = EventContent & {
  /** Ascends with time within one store. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The name of the principal. */
  readonly createdBy: string;
  /** The project's id, if the change concerns one. */
  readonly project?: string;
  /** The environment, if the change concerns one. */
  readonly environment?: string;
};
