import { forecastFields } from '@forewarn/forecast/http';
import type { EventBodies } from '@forewarn/http/capability';
import { coveredProjectSchema, eventBody, scheduledResponseSchema } from '@forewarn/wire';
import { z } from 'zod';
import { ALERT_EVENT_TYPES } from '../alert-events.ts';
import type { Prediction } from '../alert.ts';
import type { ReadyFeature } from '@forewarn/record';

/** A forecast as it was told. */
const predictionSchema: z.ZodType<Prediction> = z
  .object({
    ...forecastFields,
    fingerprint: z
      .string()
      .describe(
        'The same exactly for the same forecast with the same causes, all at the same times.',
      ),
  })
  .meta({ id: 'predictionSchema' });

/** A feature that can be cleaned up. */
const readyFeatureSchema: z.ZodType<ReadyFeature> = z
  .object({
    project: z.string(),
    name: z.string(),
    after: z.iso
      .datetime()
      .describe('Since when: the last of what was scheduled was over then, or it grew quiet.'),
    asOf: z.iso.datetime().describe('When its use was read.'),
  })
  .meta({ id: 'readyFeatureSchema' });

/** The events of alerts. */
export const eventBodies: EventBodies = {
  types: ALERT_EVENT_TYPES,
  schemas: [
    eventBody(['forecast-predicted'], predictionSchema, z.null()),
    eventBody(['forecast-changed'], predictionSchema, predictionSchema),
    eventBody(['forecast-resolved'], z.null(), predictionSchema),
    eventBody(
      ['change-request-suspended', 'change-request-failed'],
      scheduledResponseSchema,
      z.null(),
    ),
    eventBody(['data-too-old'], coveredProjectSchema, z.null()),
    eventBody(['cleanup-ready'], readyFeatureSchema, z.null()),
  ],
};
