import type { Project } from './project.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import type { StrategyDefinition } from './strategy-definition.ts';

interface EventOf<Type extends string, Data, PreData> {
  readonly type: Type;
  /** What stands after the change, whole; null when nothing does. */
  readonly data: Data;
  /** What stood before the change, whole; null when nothing did. */
  readonly preData: PreData;
}

/** What an event says, by type. */
export type EventContent =
  | EventOf<'strategy-created', StrategyDefinition, null>
  | EventOf<'strategy-updated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-deprecated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-reactivated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-deleted', null, StrategyDefinition>
  | EventOf<'project-created', Project, null>
  | EventOf<'project-deleted', null, Project>
  | EventOf<'change-request-scheduled', ScheduledChangeRequest, ScheduledChangeRequest | null>
  | EventOf<'change-request-schedule-withdrawn', null, ScheduledChangeRequest>;

/** The types that an event can have. */
export const EVENT_TYPES = [
  'strategy-created',
  'strategy-updated',
  'strategy-deprecated',
  'strategy-reactivated',
  'strategy-deleted',
  'project-created',
  'project-deleted',
  'change-request-scheduled',
  'change-request-schedule-withdrawn',
] as const satisfies readonly EventContent['type'][];

/** One of {@link EVENT_TYPES}. */
export type EventType = EventContent['type'];

/** The record of one change of state, made in the same atomic step as the change. */
export type Event = EventContent & {
  /** Ascends with time within one store. */
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The name of the principal. */
  readonly createdBy: string;
  /** The project's id, where the change concerns one. */
  readonly project?: string;
  /** Where the change concerns one environment. */
  readonly environment?: string;
};
