import { MAX_BATCH, MAX_CHANGES, type PutOutcome } from '@forewarn/record';
import type { ScheduledChangeRequest, ScheduledChangeRequestSummary } from '@forewarn/core';
import { z } from 'zod';
import { limitedArray } from './limited-array.ts';
import { nullAsAbsent } from './null-as-absent.ts';

const text = z.string().exactOptional();
/** What is kept as it is. */
const json = z.unknown().exactOptional();

const changeFields = {
  id: z.number().exactOptional(),
  action: z.string(),
  payload: json,
  conflict: json,
  scheduleConflicts: json,
  createdBy: json,
  createdAt: json,
};

const changeSchema = nullAsAbsent(z.object(changeFields));

const featureSchema = nullAsAbsent(
  z.object({
    name: z.string(),
    conflict: json,
    changes: limitedArray(changeSchema, MAX_CHANGES).default([]),
    defaultChange: changeSchema.exactOptional(),
  }),
);

const segmentSchema = nullAsAbsent(z.object({ ...changeFields, name: text }));

const TIME = 'expected a time with its zone, ISO 8601';

/** A time with its zone, ISO 8601. */
export const isoTimeSchema = (error: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
    error,
  });

/** The time at which a change request is applied. */
const timeSchema = isoTimeSchema(TIME).meta({
  id: 'timeSchema',
  description: 'A time with its zone, ISO 8601.',
});

/** When a change request is applied. */
export const scheduleSchema = nullAsAbsent(
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending'), scheduledAt: timeSchema }),
    z.object({
      status: z.literal('failed'),
      scheduledAt: timeSchema,
      reason: text,
      failureReason: text,
    }),
    z.object({ status: z.literal('suspended'), scheduledAt: timeSchema, reason: text }),
  ]),
);

const ENDED_STATES = ['Draft', 'In review', 'Approved', 'Applied', 'Cancelled', 'Rejected'];

const fieldsIn = (states: string) => ({
  id: z.number(),
  title: text,
  environment: z.string(),
  project: z.string(),
  state: z.literal('Scheduled', { error: `expected ${states}` }),
  schedule: scheduleSchema.exactOptional(),
  features: limitedArray(featureSchema, MAX_CHANGES).default([]),
  segments: limitedArray(segmentSchema, MAX_CHANGES).default([]),
  minApprovals: z.number().exactOptional(),
  createdBy: json,
  createdAt: json,
  stateTimestamps: json,
  approvals: json,
  rejections: json,
  comments: json,
});

type Sent = z.input<z.ZodObject<ReturnType<typeof fieldsIn>>>;

const scheduledIn = (states: string): z.ZodType<ScheduledChangeRequest, Sent> =>
  nullAsAbsent(z.object(fieldsIn(states)));

/** A scheduled change request in a list of Unleash, which has other states too. */
export const scheduledSchema = scheduledIn(`one of Scheduled, ${ENDED_STATES.join(', ')}`);

/** A scheduled change request where no other state is allowed. */
export const scheduledBodySchema = scheduledIn('Scheduled').meta({
  id: 'recordScheduledChangeRequestSchema',
});

/** The same of one that may have no id yet. */
export const hypotheticalBodySchema: z.ZodType<
  Omit<ScheduledChangeRequest, 'id'> & Partial<Pick<ScheduledChangeRequest, 'id'>>
> = nullAsAbsent(
  z.object({ ...fieldsIn('Scheduled'), id: fieldsIn('Scheduled').id.exactOptional() }),
).meta({ id: 'hypotheticalChangeRequestSchema' });

/** A change request as it is returned. */
export const scheduledResponseSchema: z.ZodType<ScheduledChangeRequest> = scheduledIn(
  'Scheduled',
).meta({ id: 'scheduledChangeRequestSchema' });

const BATCH = `expected 1 to ${MAX_BATCH} change requests`;

/** A batch of change requests. */
export const batchSchema = limitedArray(scheduledBodySchema, MAX_BATCH)
  .min(1, { error: BATCH })
  .max(MAX_BATCH, { error: BATCH });

/** How many change requests of a batch were created, replaced and unchanged. */
export const countsSchema: z.ZodType<Readonly<Record<PutOutcome, number>>> = z
  .object({ created: z.int(), replaced: z.int(), unchanged: z.int() })
  .meta({ id: 'recordedCountsSchema' });

/** A change request in the result of a search. */
export const summarySchema: z.ZodType<ScheduledChangeRequestSummary> = z
  .object({
    id: z.number().describe('The id of the change request.'),
    environment: z.string().describe('The environment of the change request.'),
    title: z.string().exactOptional().describe('Absent if it has none.'),
  })
  .meta({ id: 'changeRequestScheduledResultSchema' });

/** Matches a change request in any other state. */
export const endedStateSchema = z.object({ state: z.enum(ENDED_STATES) });

/** The part of a change request in another state that is read: enough to withdraw it. */
export const endedSchema = z.object({ id: z.number(), project: z.string() });
