/**
 * What an operator of Forewarn needs: API keys, events, alerts, webhooks, and moving state in and out.
 *
 * @module @forewarn/core/operator
 * @experimental It can change in any release.
 */
export * from './model/alert.ts';
export * from './ports/alert-progress.ts';
export * from './model/event.ts';
export * from './model/webhook.ts';
export * from './ports/alert-repository.ts';
export * from './ports/api-key-repository.ts';
export * from './ports/delivery-repository.ts';
export * from './ports/event-repository.ts';
export * from './ports/lease-repository.ts';
export * from './ports/origin-repository.ts';
export * from './ports/service-store.ts';
export * from './model/alert-events.ts';
export * from './use-cases/visible-predictions.ts';
export * from './ports/state-transfer.ts';
export * from './ports/webhook-repository.ts';
export * from './ports/webhook-sender.ts';
export * from './rules/alert-changes.ts';
export * from './rules/alert-marks.ts';
export * from './rules/deliveries-for.ts';
export * from './rules/find-outdated.ts';
export type { UnreadableReport } from './use-cases/alert-lookups.ts';
export * from './use-cases/alerts.ts';
export * from './use-cases/webhooks.ts';
