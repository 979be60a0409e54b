/**
 * Alerts, webhooks and deliveries in memory stores.
 *
 * @module @forewarn/notify/memory
 */
import type { MemoryCapability } from '@forewarn/store-memory';
import type { AlertStore } from '../alert-store.ts';
import { alertsOf, AlertState } from './memory-alerts.ts';
import { deliveriesOf, webhooksOf } from './memory-deliveries.ts';

/** Adds alerts, webhooks and deliveries to a memory store. */
export const memoryNotify: MemoryCapability<AlertStore> = {
  portsOver: (state) => {
    const own = new AlertState();
    state.keepChanges = (changes) => own.keepChanges(changes);
    return {
      alerts: alertsOf(state, own),
      webhooks: webhooksOf(state, own),
      deliveries: deliveriesOf(state, own),
    };
  },
};
