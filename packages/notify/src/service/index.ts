/**
 * Alerts, webhooks and deliveries in a service.
 *
 * @module @forewarn/notify/service
 */
import type { Authorizer } from '@forewarn/core';
import type { HttpCapability } from '@forewarn/http/capability';
import type { ForecastStore } from '@forewarn/forecast';
import type { StoreWithNames } from '@forewarn/store';
import { z } from 'zod';
import type { AlertStore } from '../alert-store.ts';
import { httpNotify } from '../http/index.ts';
import type { ReadinessSource } from '@forewarn/record';
import { visiblePredictions } from '../visible-predictions.ts';
import { makeWebhookUseCases } from '../webhooks.ts';
import { type AlertingStore, type AlertService, alertServiceOf } from './alert-service.ts';
import type { AlertLog, NotifySettings } from './notify-settings.ts';
import { RECEIVERS, receiversIn } from './receiver-addresses.ts';
import { senderOf } from './webhook-sender.ts';

/** What the service gives. */
interface Given<Credentials> {
  readonly authorizer: Authorizer<Credentials>;
  /** Without the ports of alerts and forecasts, there are no webhooks. */
  readonly store: Pick<StoreWithNames, 'events' | 'projects' | 'reader'> &
    Partial<Pick<StoreWithNames, 'names'> & AlertStore & ForecastStore>;
  readonly settings: NotifySettings;
  readonly log: AlertLog;
  /** Makes a counter of the metrics. Returns what counts a result. */
  readonly counter: (about: typeof DELIVERY_COUNTER) => (result: string) => void;
  /** Wraps each use case in a span with its name. */
  readonly traced: <Cases extends object>(useCases: Cases) => Cases;
}

/** The metric of attempts to deliver. */
export const DELIVERY_COUNTER = {
  name: 'forewarn_webhook_deliveries_total',
  help: 'Attempts to deliver to webhooks, by result: delivered, retry or parked.',
  results: ['delivered', 'retry', 'parked'],
} as const;

/** What the capability adds to a service. */
interface Parts {
  readonly http: HttpCapability;
  /** What runs while the service listens. */
  readonly running?: AlertService;
}

/** Makes a source of what can be cleaned up, from what the service gives; undefined without its ports. */
type ReadinessOf<Ports> = (given: Ports) => ReadinessSource | undefined;

/**
 * Returns alerts, webhooks and deliveries, for the list of a service.
 *
 * @param sources who knows what can be cleaned up
 */
export const notify = <Ports = unknown>(sources: readonly ReadinessOf<Ports>[]) => ({
  sql: async () => (await import('../sql/index.ts')).sqlNotify,
  memory: async () => (await import('../memory/index.ts')).memoryNotify,
  eventView: visiblePredictions,
  /** Its settings, with their environment variables: lists of texts. */
  settings: {
    webhookAllow: {
      variable: 'WEBHOOK_ALLOW',
      schema: z
        .custom<readonly string[]>((all) => Array.isArray(all) && receiversIn(all) !== undefined, {
          error: RECEIVERS,
        })
        .default([]),
      expected: `${RECEIVERS}, separated by commas`,
      description: 'Receivers of webhooks that are allowed although they are not public.',
    },
  },
  partsOf: <Credentials>(given: Given<Credentials> & Ports): Parts => {
    const { authorizer, settings, log, counter, traced } = given;
    const { names } = given.store;
    if (!hasAlerts(given.store)) return { http: httpNotify() };
    // One by one: those of a host's class can be getters, which a spread leaves out.
    const { alerts, webhooks, deliveries, forecasts, events, projects, reader } = given.store;
    const store = { alerts, deliveries, forecasts, events, projects, reader };
    const sender = senderOf(settings);
    const useCases = makeWebhookUseCases({ authorizer, ...store, webhooks, names, sender });
    const countDeliveries = () => counter(DELIVERY_COUNTER);
    return {
      http: httpNotify(traced(useCases)),
      running: alertServiceOf({
        store,
        settings,
        send: sender.send,
        log,
        countDeliveries,
        readiness: sources.flatMap((sourceOf) => sourceOf(given) ?? []),
      }),
    };
  },
});

const hasAlerts = (
  store: Partial<AlertStore & ForecastStore>,
): store is AlertingStore & AlertStore =>
  store.forecasts !== undefined &&
  store.alerts !== undefined &&
  store.webhooks !== undefined &&
  store.deliveries !== undefined;
