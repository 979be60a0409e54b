import type { ScheduledChangeRequest } from '@forewarn/core';
import type { CoveredProject, EventContent, EventType, StateChange } from '@forewarn/record';
import type { Prediction } from './alert.ts';
import type { ReadyFeature } from '@forewarn/record';

declare module '@forewarn/record' {
  interface RecordedEvents {
    'forecast-predicted': StateChange<Prediction, null>;
    'forecast-changed': StateChange<Prediction, Prediction>;
    'forecast-resolved': StateChange<null, Prediction>;
    'change-request-suspended': StateChange<ScheduledChangeRequest, null>;
    'change-request-failed': StateChange<ScheduledChangeRequest, null>;
    'data-too-old': StateChange<CoveredProject, null>;
    'cleanup-ready': StateChange<ReadyFeature, null>;
  }
}

/** The types of events that webhooks receive. */
export const ALERT_EVENT_TYPES = [
  'forecast-predicted',
  'forecast-changed',
  'forecast-resolved',
  'change-request-suspended',
  'change-request-failed',
  'data-too-old',
  'cleanup-ready',
] as const satisfies readonly EventType[];

/** One of {@link ALERT_EVENT_TYPES}. */
export type AlertEventType = (typeof ALERT_EVENT_TYPES)[number];

/** An event of alerts that is to be recorded: its id, time and principal are still to come. */
export type AlertEvent = Extract<EventContent, { readonly type: AlertEventType }> & {
  readonly project: string;
  readonly environment?: string;
};
