import type { Prediction } from './alert.ts';
import type { CoveredProject, Project } from './project.ts';
import type { ScheduledChangeRequest } from './scheduled-change-request.ts';
import type { StrategyDefinition } from './strategy-definition.ts';

interface EventOf<Type extends string, Data, PreData> {
  readonly type: Type;
  /** The whole state after the change; null when there is none. */
  readonly data: Data;
  /** The whole state before the change; null when there was none. */
  readonly preData: PreData;
}

/** The content of an event, by type. */
export type EventContent =
  | EventOf<'strategy-created', StrategyDefinition, null>
  | EventOf<'strategy-updated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-deprecated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-reactivated', StrategyDefinition, StrategyDefinition>
  | EventOf<'strategy-deleted', null, StrategyDefinition>
  | EventOf<'project-created', Project, null>
  | EventOf<'project-coverage-updated', CoveredProject, CoveredProject>
  | EventOf<'project-deleted', null, Project>
  | EventOf<'change-request-scheduled', ScheduledChangeRequest, ScheduledChangeRequest | null>
  | EventOf<'change-request-schedule-withdrawn', null, ScheduledChangeRequest>
  | EventOf<'forecast-predicted', Prediction, null>
  | EventOf<'forecast-changed', Prediction, Prediction>
  | EventOf<'forecast-resolved', null, Prediction>
  | EventOf<'change-request-suspended' | 'change-request-failed', ScheduledChangeRequest, null>
  | EventOf<'data-too-old', CoveredProject, null>;

/** The types of events. */
export const EVENT_TYPES = [
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
  'forecast-predicted',
  'forecast-changed',
  'forecast-resolved',
  'change-request-suspended',
  'change-request-failed',
  'data-too-old',
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
  /** The project's id, if the change concerns one. */
  readonly project?: string;
  /** The environment, if the change concerns one. */
  readonly environment?: string;
};
