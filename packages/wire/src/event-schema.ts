import type { Event } from '@forewarn/record';
import { z } from 'zod';
import { scheduledResponseSchema } from './change-request-schema.ts';
import { coveredProjectSchema, projectResponseSchema } from './project-schema.ts';
import { definitionSchema } from './strategy-schema.ts';

/** Makes the schema of events of some types. */
export const eventBody = <Type extends string, Data extends z.ZodType, PreData extends z.ZodType>(
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

const recordedEvents = [
  eventBody(['strategy-created'], definitionSchema, z.null()),
  eventBody(
    ['strategy-updated', 'strategy-deprecated', 'strategy-reactivated'],
    definitionSchema,
    definitionSchema,
  ),
  eventBody(['strategy-deleted'], z.null(), definitionSchema),
  eventBody(['project-created'], projectResponseSchema, z.null()),
  eventBody(['project-coverage-updated'], coveredProjectSchema, coveredProjectSchema),
  eventBody(['project-deleted'], z.null(), projectResponseSchema),
  eventBody(
    ['change-request-scheduled'],
    scheduledResponseSchema,
    z.nullable(scheduledResponseSchema),
  ),
  eventBody(['change-request-schedule-withdrawn'], z.null(), scheduledResponseSchema),
] as const;

/** Makes the schema of a page of events, also of those that capabilities record. */
export const eventsSchemaWith = (added: readonly z.ZodObject[]) => {
  const eventSchema = z
    .discriminatedUnion('type', [...recordedEvents, ...added])
    .meta({ id: 'eventSchema' }) as unknown as z.ZodType<Event>;
  return z
    .object({
      version: z.literal(1),
      events: z.array(eventSchema),
      nextCursor: z
        .string()
        .exactOptional()
        .describe('The cursor of the next page. The last page has none, nor has any with `after`.'),
    })
    .meta({ id: 'eventsSchema' });
};
