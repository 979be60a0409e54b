import type { ScheduledChangeRequest } from '@forewarn/core';
import { z } from 'zod';
import { nullAsAbsent } from './null-as-absent.ts';

const changeFields = {
  id: z.number().exactOptional(),
  action: z.string(),
  payload: z.unknown().exactOptional(),
  conflict: z.unknown().exactOptional(),
  scheduleConflicts: z.unknown().exactOptional(),
  createdBy: z.unknown().exactOptional(),
  createdAt: z.unknown().exactOptional(),
};

const featureSchema = nullAsAbsent(
  z.object({
    name: z.string(),
    conflict: z.unknown().exactOptional(),
    changes: z.array(nullAsAbsent(z.object(changeFields))).default([]),
  }),
);

const TIME = 'expected a time with its zone, ISO 8601';

const scheduledAt = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  { error: TIME },
);

const scheduleSchema = nullAsAbsent(
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending'), scheduledAt }),
    z.object({
      status: z.literal('failed'),
      scheduledAt,
      reason: z.string().exactOptional(),
      failureReason: z.string().exactOptional(),
    }),
    z.object({ status: z.literal('suspended'), scheduledAt, reason: z.string().exactOptional() }),
  ]),
);

const ENDED_STATES = [
  'Draft',
  'In review',
  'Approved',
  'Applied',
  'Cancelled',
  'Rejected',
] as const;

const scheduledIn = (states: string): z.ZodType<ScheduledChangeRequest> =>
  nullAsAbsent(
    z.object({
      id: z.number(),
      title: z.string().exactOptional(),
      environment: z.string(),
      project: z.string(),
      state: z.literal('Scheduled', { error: `expected ${states}` }),
      schedule: scheduleSchema.exactOptional(),
      features: z.array(featureSchema).default([]),
      segments: z
        .array(nullAsAbsent(z.object({ ...changeFields, name: z.string().exactOptional() })))
        .default([]),
      minApprovals: z.number().exactOptional(),
      createdBy: z.unknown().exactOptional(),
      createdAt: z.unknown().exactOptional(),
      stateTimestamps: z.unknown().exactOptional(),
      approvals: z.unknown().exactOptional(),
      rejections: z.unknown().exactOptional(),
      comments: z.unknown().exactOptional(),
    }),
  );

/** A change request that is scheduled, as Unleash answers it among others. */
export const scheduledSchema = scheduledIn(`one of Scheduled, ${ENDED_STATES.join(', ')}`);

/** A change request that is scheduled, where none in another state can be. */
export const scheduledBodySchema = scheduledIn('Scheduled');

/** Whether a change request is in any other state. */
export const endedStateSchema = z.object({ state: z.enum(ENDED_STATES) });

/** What is read of one that is: enough to withdraw it. */
export const endedSchema = z.object({ id: z.number(), project: z.string() });
