import type { Event } from '@forewarn/core/operator';
import { z } from 'zod';
import { scheduledAnswerSchema } from './change-request-schema.ts';
import { projectAnswerSchema } from './project-schema.ts';
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
const eventSchema: z.ZodType<Event> = z
  .discriminatedUnion('type', [
    event(['strategy-created'], definitionSchema, z.null()),
    event(
      ['strategy-updated', 'strategy-deprecated', 'strategy-reactivated'],
      definitionSchema,
      definitionSchema,
    ),
    event(['strategy-deleted'], z.null(), definitionSchema),
    event(['project-created'], projectAnswerSchema, z.null()),
    event(['project-deleted'], z.null(), projectAnswerSchema),
    event(['change-request-scheduled'], scheduledAnswerSchema, z.nullable(scheduledAnswerSchema)),
    event(['change-request-schedule-withdrawn'], z.null(), scheduledAnswerSchema),
  ])
  .meta({ id: 'eventSchema' });

/** A page of events. */
export const eventsSchema = z
  .object({
    version: z.literal(1),
    events: z.array(eventSchema),
    nextCursor: z
      .string()
      .exactOptional()
      .meta({ description: 'What to ask for the next page with; the last page has none.' }),
  })
  .meta({ id: 'eventsSchema' });
