import type { AlertEvent, AlertEventType } from './alert-events.ts';

/** The payload formats of webhooks. */
export const WEBHOOK_TEMPLATES = ['generic', 'slack', 'teams'] as const;

/** One of {@link WEBHOOK_TEMPLATES}. */
export type WebhookTemplate = (typeof WEBHOOK_TEMPLATES)[number];

/** Which events a webhook receives. Filters combine with AND; an absent one lets all through. */
export interface WebhookFilter {
  readonly events?: readonly AlertEventType[];
  /** Ids of projects. One that is deleted stays, and matches again if a project gets its id. */
  readonly projects?: readonly string[];
  /** An event without an environment passes. */
  readonly environments?: readonly string[];
}

/** A receiver of events, without its secret. */
export interface WebhookSummary extends WebhookFilter {
  /** Unique. */
  readonly id: string;
  readonly url: string;
  readonly template: WebhookTemplate;
  /** The name of the principal that added it. */
  readonly createdBy: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** A receiver of events. */
export interface Webhook extends WebhookSummary {
  /** Signs each message, so it is stored as it is. Never log it. */
  readonly secret: string;
}

/** Maximum webhooks of a store. */
export const MAX_WEBHOOKS = 100;

/** Maximum messages that one webhook gets from one commit of alerts. More become one summary. */
export const MAX_MESSAGES = 20;

/** Maximum pending deliveries of one webhook. Further events become part of one summary, the last of these. */
export const MAX_PENDING_DELIVERIES = 100;

/** How many of the events a summary contains: the first. */
export const SUMMARIZED_EVENTS = 5;

export const SUMMARY_REASONS = ['burst', 'backlog', 'new-webhook', 'one-cause'] as const;

/**
 * Why events are summarized.
 *
 * - `burst`: there were more than {@link MAX_MESSAGES} at once.
 * - `backlog`: {@link MAX_PENDING_DELIVERIES} were pending.
 * - `new-webhook`: they are the predictions that held when the webhook was added.
 * - `one-cause`: several change requests will not go as planned because of one.
 */
export type SummaryReason = (typeof SUMMARY_REASONS)[number];

/** Says how many events of which types there were. */
export interface SummaryMessage {
  readonly kind: 'summary';
  readonly reason: SummaryReason;
  /** How many events of each type there are; types without one are absent. */
  readonly counts: { readonly [Type in AlertEventType]?: number };
  readonly first: readonly AlertEvent[];
}

/** The content of a delivery. */
export type WebhookMessage =
  | { readonly kind: 'event'; readonly event: AlertEvent }
  | SummaryMessage;

/** A message for a webhook that is to be stored in the outbox. */
export interface NewDelivery {
  /** The same each time that the message is sent. Unique. */
  readonly id: string;
  readonly webhookId: string;
  /** What it is about: messages of one subject are sent in order. Empty for a summary, which is about all. */
  readonly subject: string;
  readonly message: WebhookMessage;
}

/**
 * How a delivery is doing.
 *
 * - `pending`: it is to be sent, or is being sent.
 * - `delivered`: the receiver accepted it.
 * - `parked`: it was given up.
 */
export type DeliveryState = 'pending' | 'delivered' | 'parked';

/** A message in the outbox. */
export interface Delivery extends NewDelivery {
  readonly state: DeliveryState;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** How often it was claimed. */
  readonly attempts: number;
  /** When it can be claimed next if it is pending, and when its state changed last otherwise, in ISO 8601, UTC. */
  readonly at: string;
  /** Why the last attempt failed, if it did. */
  readonly error?: string;
}
