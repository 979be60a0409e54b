import type { Event } from '@forewarn/record';
import { z } from 'zod';
import { scheduledResponseSchema } from './change-request-schema.ts';
import { predictionSchema } from './forecast-schema.ts';
import { coveredProjectSchema, projectResponseSchema } from './project-schema.ts';
import { definitionSchema } from './strategy-schema.ts';

const event = <Type extends string, Data extends z.ZodType, PreData extends z.ZodType>(
  types: readonly Type[],
  data: Data,
  preData: PreData,
) =>
  z.object({
    id: z.int().describe('Newer events have greater ids.'),
    type: z.literal(types),
    data,
    preData,
    createdAt: z.iso.datetime(),
    createdBy: z.string().describe('The name of the key that made the change.'),
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
    event(['project-created'], projectResponseSchema, z.null()),
    event(['project-coverage-updated'], coveredProjectSchema, coveredProjectSchema),
    event(['project-deleted'], z.null(), projectResponseSchema),
    event(
      ['change-request-scheduled'],
      scheduledResponseSchema,
      z.nullable(scheduledResponseSchema),
    ),
    event(['change-request-schedule-withdrawn'], z.null(), scheduledResponseSchema),
    event(['forecast-predicted'], predictionSchema, z.null()),
    event(['forecast-changed'], predictionSchema, predictionSchema),
    event(['forecast-resolved'], z.null(), predictionSchema),
    event(['change-request-suspended', 'change-request-failed'], scheduledResponseSchema, z.null()),
    event(['data-too-old'], coveredProjectSchema, z.null()),
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
      .describe('The cursor of the next page. The last page has none.'),
  })
  .meta({ id: 'eventsSchema' });
