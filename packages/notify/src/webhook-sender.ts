import type { CallOptions } from '@forewarn/core';
import type { Webhook } from './webhook.ts';

/** What became of a test message. `error` names no part of the receiver's URL but its host. */
export interface WebhookTest {
  readonly delivered: boolean;
  readonly error?: string;
}

/** Makes and tests webhooks. */
export interface WebhookSender {
  /** Returns what a receiver's URL must be, if this one is not; undefined if it can be one. It must not resolve a name. */
  problemOf(url: string): string | undefined;
  /** Makes the id, the secret and the time of a new webhook. */
  newWebhook(): Pick<Webhook, 'id' | 'secret' | 'createdAt'>;
  /** Sends a test message once. */
  test(webhook: Webhook, options?: CallOptions): PromiseLike<WebhookTest>;
}
