import type { Prediction } from './alert.ts';
import {
  type CoveredProject,
  type EventType,
  RECORDED_EVENT_TYPES,
  type StateChange,
} from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';

declare module '@forewarn/record' {
  interface RecordedEvents {
    'forecast-predicted': StateChange<Prediction, null>;
    'forecast-changed': StateChange<Prediction, Prediction>;
    'forecast-resolved': StateChange<null, Prediction>;
    'change-request-suspended': StateChange<ScheduledChangeRequest, null>;
    'change-request-failed': StateChange<ScheduledChangeRequest, null>;
    'data-too-old': StateChange<CoveredProject, null>;
  }
}

/** The types of all events. */
export const EVENT_TYPES = [
  ...RECORDED_EVENT_TYPES,
  'forecast-predicted',
  'forecast-changed',
  'forecast-resolved',
  'change-request-suspended',
  'change-request-failed',
  'data-too-old',
] as const satisfies readonly EventType[];
