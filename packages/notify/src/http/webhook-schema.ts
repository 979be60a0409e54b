import { limitedArray, nullAsAbsent } from '@forewarn/wire';
import { z } from 'zod';
import { ALERT_EVENT_TYPES } from '../alert-events.ts';
import { WEBHOOK_TEMPLATES } from '../webhook.ts';
import { type ListedWebhook, MAX_WEBHOOK_NAMES, type NewWebhook } from '../webhooks.ts';

const filterFields = {
  events: limitedArray(z.enum(ALERT_EVENT_TYPES), ALERT_EVENT_TYPES.length)
    .exactOptional()
    .describe('Only events of these types. All by default.'),
  projects: limitedArray(z.string(), MAX_WEBHOOK_NAMES)
    .exactOptional()
    .describe('Only events of these projects. All by default.'),
  environments: limitedArray(z.string(), MAX_WEBHOOK_NAMES)
    .exactOptional()
    .describe('Only events of these environments, and those of none. All by default.'),
};

export const newWebhookSchema: z.ZodType<NewWebhook> = nullAsAbsent(
  z.object({
    url: z.string().describe('The receiver: https://host/path or http://host/path.'),
    ...filterFields,
    template: z.enum(WEBHOOK_TEMPLATES).default('generic'),
  }),
).meta({ id: 'createWebhookSchema' });

export const webhookSecretSchema = z
  .object({
    id: z.string(),
    secret: z.string().describe('Verifies the messages. It is not shown again.'),
  })
  .meta({ id: 'webhookSecretSchema' });

const webhookSchema: z.ZodType<ListedWebhook> = z.object({
  id: z.string(),
  origin: z.string().describe('The scheme and the host of its URL, whose path may be secret.'),
  template: z.enum(WEBHOOK_TEMPLATES),
  ...filterFields,
  createdBy: z.string().describe('The name of the key that added it.'),
  createdAt: z.iso.datetime(),
});

export const webhooksSchema = z
  .object({ version: z.literal(1), webhooks: z.array(webhookSchema) })
  .meta({ id: 'webhooksSchema' });

/** What became of a test message. */
export const webhookTestSchema = z
  .object({
    delivered: z.boolean(),
    error: z.string().exactOptional().describe('Why it was not delivered.'),
  })
  .meta({ id: 'webhookTestSchema' });

export const deliveriesSchema = z
  .object({
    version: z.literal(1),
    deliveries: z.array(
      z.object({
        id: z.string().describe('The header webhook-id of the message.'),
        type: z.enum([...ALERT_EVENT_TYPES, 'summary']),
        state: z.enum(['pending', 'delivered', 'parked']),
        createdAt: z.iso.datetime(),
        attempts: z.int(),
        at: z.iso.datetime().describe('When it is sent next, or when its state changed last.'),
        error: z.string().exactOptional().describe('Why the last attempt failed.'),
      }),
    ),
  })
  .meta({ id: 'deliveriesSchema' });
