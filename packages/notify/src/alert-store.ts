import type { AlertRepository } from './alert-repository.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { WebhookRepository } from './webhook-repository.ts';

/** The ports that this capability adds to a store. */
export interface AlertStore {
  readonly alerts: AlertRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
}
