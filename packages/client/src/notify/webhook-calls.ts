import type { RequestOptions } from '../client-options.ts';
import type { makeCall } from '../make-call.ts';
import { outcomeOf } from '../outcome-of.ts';
import type { DeepReadonly, Outcome } from '../outcome.ts';
import type * as api from './webhook-schemas.ts';

/** The methods of a client for webhooks. They need ADMIN. */
export const webhookCalls = (call: ReturnType<typeof makeCall>) => ({
  /** Adds a webhook. Returns its id, and its secret, which is not shown again. */
  createWebhook: async (
    webhook: DeepReadonly<api.CreateWebhookSchema>,
    options: RequestOptions = {},
  ): Promise<Outcome<api.WebhookSecretSchema>> =>
    outcomeOf(await call('createWebhook', { ...options, body: webhook }), 'secret'),

  /** Returns all webhooks, without their secrets. */
  getWebhooks: async (options: RequestOptions = {}): Promise<Outcome<api.WebhooksSchema>> =>
    outcomeOf(await call('getWebhooks', options), 'webhooks'),

  /** Removes a webhook with its deliveries. */
  deleteWebhook: async (id: string, options: RequestOptions = {}): Promise<Outcome<undefined>> =>
    outcomeOf(await call('deleteWebhook', { ...options, path: { id } }), 'nothing'),

  /** Sends a test message to a webhook once. Returns what became of it. */
  testWebhook: async (
    id: string,
    options: RequestOptions = {},
  ): Promise<Outcome<api.WebhookTestSchema>> =>
    outcomeOf(await call('testWebhook', { ...options, path: { id } }), 'delivered'),

  /** Returns the deliveries of a webhook that are kept, the newest first. */
  getWebhookDeliveries: async (
    id: string,
    options: RequestOptions = {},
  ): Promise<Outcome<api.DeliveriesSchema>> =>
    outcomeOf(await call('getWebhookDeliveries', { ...options, path: { id } }), 'deliveries'),
});
