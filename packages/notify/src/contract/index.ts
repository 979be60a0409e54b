/**
 * The promises of alerts, webhooks and deliveries, for any store.
 *
 * @module @forewarn/notify/contract
 */
import type { Contract } from '@forewarn/store-contract';
import { alertContract } from './alert-contract.ts';
import { markContract } from './alert-mark-contract.ts';
import type { AlertingPorts } from './alerting-ports.ts';
import { deliveryContract } from './delivery-contract.ts';
import { webhookContract } from './webhook-contract.ts';

export type { AlertingPorts } from './alerting-ports.ts';

/** The promises of alerts, webhooks and the outbox, for stores that have them. */
export const alertContracts: readonly Contract<AlertingPorts>[] = [
  alertContract,
  markContract,
  webhookContract,
  deliveryContract,
];
