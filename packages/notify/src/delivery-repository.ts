import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import type { WebhookNotFound } from './errors.ts';
import type { Delivery, Webhook } from './webhook.ts';

/** Maximum deliveries of one webhook that are kept for each state that ends one: the newest. */
export const MAX_ENDED_DELIVERIES = 100;

/** Maximum time until the next attempt, in milliseconds. */
export const MAX_DELAY_MS = 43_200_000;

export interface DeliveryClaim {
  /** Maximum deliveries of each webhook, 1 or more. */
  readonly limit: number;
  /** How long they can't be claimed again, in milliseconds: a whole number, 0 or more. */
  readonly leaseMs: number;
  /** The ids of webhooks to leave out, because they are still busy with others. */
  readonly except?: readonly string[] | undefined;
}

/** A delivery to send, with its receiver. */
export interface ClaimedDelivery extends Delivery {
  readonly webhook: Webhook;
}

/** How an attempt ended. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** It can be claimed again after `delayMs` milliseconds: a whole number, 0 to {@link MAX_DELAY_MS}. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly error: string }
  | { readonly kind: 'parked'; readonly error: string };

export type DeliveryAttempt = Pick<Delivery, 'id' | 'attempts'>;

/**
 * The outbox: messages to webhooks, each sent at least once. Times are those of the store's clock, so a wrong clock of a node
 * does no harm. They are not exported.
 */
export interface DeliveryRepository {
  /**
   * Returns pending deliveries whose time has come, the oldest of each webhook first, as the caller's own. It adds one to
   * their attempts, and sets their time to the end of the lease: the claim of a node that was killed comes back then.
   *
   * - Concurrent claims must not return the same delivery.
   * - Of each webhook, it must look only at the oldest `MAX_PENDING_DELIVERIES` that are pending, and return those that
   *   can be sent (`sendableOf`): while one is pending, no later one of the same subject. A summary is about all subjects.
   * - Deliveries that wait for one webhook must not keep those of another waiting.
   * - One that would wait longer than {@link MAX_DELAY_MS} must be due: the store's clock was set back.
   */
  claim(
    claim: DeliveryClaim,
    options?: CallOptions,
  ): PortResult<readonly ClaimedDelivery[], StoreUnavailable>;

  /**
   * Records how an attempt ended. It must do nothing if the delivery is no longer pending, or if it was claimed again since:
   * except that a delivered one is delivered, whichever attempt it was.
   *
   * Of those that ended, a store keeps the newest {@link MAX_ENDED_DELIVERIES} of each state and webhook.
   */
  settle(
    attempt: DeliveryAttempt,
    outcome: DeliveryOutcome,
    options?: CallOptions,
  ): PortResult<void, StoreUnavailable>;

  /** Returns the deliveries of a webhook that are kept, the newest first; `WebhookNotFound` when no webhook has that id. */
  list(
    webhookId: string,
    options?: CallOptions,
  ): PortResult<readonly Delivery[], WebhookNotFound | StoreUnavailable>;
}
