import type { Project } from './project.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import type { StrategyDefinition } from './strategy-definition.ts';

interface Recorded<Type extends string, Data, PreData> {
  readonly type: Type;
  /** What stands after the change, whole; null when nothing does. */
  readonly data: Data;
  /** What stood before the change, whole; null when nothing did. */
  readonly preData: PreData;
}

/** What an event says, by type. */
export type EventContent =
  | Recorded<'strategy-created', StrategyDefinition, null>
  | Recorded<'strategy-updated', StrategyDefinition, StrategyDefinition>
  | Recorded<'strategy-deprecated', StrategyDefinition, StrategyDefinition>
  | Recorded<'strategy-reactivated', StrategyDefinition, StrategyDefinition>
  | Recorded<'strategy-deleted', null, StrategyDefinition>
  | Recorded<'project-created', Project, null>
  | Recorded<'project-deleted', null, Project>
  | Recorded<'change-request-scheduled', ScheduledChangeRequest, ScheduledChangeRequest | null>
  | Recorded<'change-request-schedule-withdrawn', null, ScheduledChangeRequest>;

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
