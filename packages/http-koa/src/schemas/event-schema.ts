import type { Event } from '@forewarn/core';
import { z } from 'zod';
import { scheduledBodySchema } from './change-request-schema.ts';
import { projectSchema } from './project-schema.ts';
import { definitionSchema } from './strategy-schema.ts';

const event = <Type extends string, Data extends z.ZodType, PreData extends z.ZodType>(
  types: readonly Type[],
  data: Data,
  preData: PreData,
) =>
  z.object({
    id: z.int().meta({ description: 'A newer event has a greater one.' }),
    type: z.literal(types),
    data,
    preData,
    createdAt: z.iso.datetime(),
    createdBy: z.string().meta({ description: 'Who made the change: the name of the key.' }),
    project: z.string().exactOptional(),
    environment: z.string().exactOptional(),
  });

/** The record of one change of state. */
export const eventSchema: z.ZodType<Event> = z.discriminatedUnion('type', [
  event(['strategy-created'], definitionSchema, z.null()),
  event(
    ['strategy-updated', 'strategy-deprecated', 'strategy-reactivated'],
    definitionSchema,
    definitionSchema,
  ),
  event(['strategy-deleted'], z.null(), definitionSchema),
  event(['project-created'], projectSchema, z.null()),
  event(['project-deleted'], z.null(), projectSchema),
  event(['change-request-scheduled'], scheduledBodySchema, z.nullable(scheduledBodySchema)),
  event(['change-request-schedule-withdrawn'], z.null(), scheduledBodySchema),
]);

/** A page of events. */
export const eventsSchema = z.object({
  events: z.array(eventSchema),
  nextCursor: z
    .string()
    .exactOptional()
    .meta({ description: 'What to ask for the next page with; the last page has none.' }),
});
