import type {
  AlertEventType,
  Delivery,
  ListedWebhook,
  NewWebhook,
  Webhook,
  WebhookTest,
} from '@forewarn/notify';

export type CreateWebhookSchema = Omit<NewWebhook, 'template'> &
  Partial<Pick<NewWebhook, 'template'>>;
export type WebhookSecretSchema = Pick<Webhook, 'id' | 'secret'>;
export type WebhookTestSchema = WebhookTest;
export interface WebhooksSchema {
  readonly version: 1;
  readonly webhooks: readonly ListedWebhook[];
}
export interface DeliveriesSchema {
  readonly version: 1;
  readonly deliveries: readonly (Omit<Delivery, 'webhookId' | 'subject' | 'message'> & {
    readonly type: AlertEventType | 'summary';
  })[];
}
