/**
 * Webhooks and the events of alerts over HTTP.
 *
 * @module @forewarn/notify/http
 */
import { type HttpCapability, routesOf } from '@forewarn/http/capability';
import type { WebhookUseCases } from '../webhooks.ts';
import { eventBodies } from './event-bodies.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Adds webhooks, and the events of alerts, to the admin API. Without use cases: only the events. */
export const httpNotify = <Credentials>(
  useCases?: WebhookUseCases<Credentials>,
): HttpCapability => ({
  routes:
    useCases === undefined ? [] : routesOf(webhookRoutes, useCases as WebhookUseCases<unknown>),
  events: eventBodies,
});
