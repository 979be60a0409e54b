import type { StoreWithNames } from '@forewarn/store';
import type { AlertStore } from '../alert-store.ts';

/** The ports that `alertContracts` need: those of a store with names, alerts, webhooks and the outbox. */
export type AlertingPorts = StoreWithNames & AlertStore;
