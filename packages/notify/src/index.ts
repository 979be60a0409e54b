/**
 * Tells what will not go as planned: alerts, webhooks and their deliveries.
 *
 * @module @forewarn/notify
 */
export * from './alert.ts';
export * from './alert-changes.ts';
export * from './alert-events.ts';
export * from './alert-lookups.ts';
export * from './alert-progress.ts';
export * from './alert-repository.ts';
export * from './alert-store.ts';
export * from './alerts.ts';
export * from './deliveries-for.ts';
export * from './delivery-repository.ts';
export * from './errors.ts';
export * from './visible-predictions.ts';
export * from './webhook.ts';
export * from './webhook-repository.ts';
export * from './webhook-sender.ts';
export * from './webhooks.ts';
