import { setTimeout } from 'node:timers/promises';
import { makeUpdateAlerts, type ServiceStore as WholeStore } from '@forewarn/core/operator';
import type { ServiceLog } from '../open-log.ts';
import type { ServiceSettings } from '../service-settings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { startDelivering } from './deliver.ts';
import { senderOf } from './webhook-sender.ts';

/** Tells what will not go as planned, and sends it to the webhooks, while the service listens. */
export interface AlertService {
  start(): void;
  stop(): Promise<void>;
}

type AlertStore = Pick<WholeStore, 'alerts' | 'deliveries' | 'events' | 'projects' | 'reader'>;

/** How often it looks whether an event was recorded, by this node or another. */
const POLL_MS = 2_000;
/** Maximum time between two runs: imports record no events. */
const MAX_PAUSE_MS = 60_000;
/** A run takes at most a tenth of the time. */
const PAUSE_FACTOR = 9;
const TIMEOUT_MS = 60_000;

/** Makes the alerts of a service. Over a store without the ports, they do nothing. */
export function alertServiceOf(
  settings: ServiceSettings,
  log: ServiceLog,
  { metrics }: Telemetry,
  store: Partial<AlertStore> = {},
): AlertService {
  if (!hasAlerts(store)) return { start: () => {}, stop: async () => {} };
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = async (): Promise<void> => {
    const onResult = metrics.watchDeliveries();
    const { send } = senderOf(settings);
    const deliverer = startDelivering({ deliveries: store.deliveries, send, log, onResult });
    const { maxDataAgeMs } = settings;
    await updateAlerts(
      { ...store, maxDataAgeMs },
      { log, onEvents: () => deliverer.wake(), signal: stopping.signal },
    );
    await deliverer.stop();
  };
  return {
    start: () => {
      running ??= run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const hasAlerts = (store: Partial<AlertStore>): store is AlertStore =>
  store.alerts !== undefined && store.deliveries !== undefined;

interface Updating {
  readonly log: Pick<ServiceLog, 'error' | 'warn'>;
  readonly onEvents: () => void;
  readonly signal: AbortSignal;
  /** Returns milliseconds since any moment. They must not jump. */
  readonly clock?: () => number;
  readonly pollMs?: number;
}

/** Updates the alerts after events, as time passes, and once a minute, until the signal. */
export async function updateAlerts(
  store: AlertStore & Pick<ServiceSettings, 'maxDataAgeMs'>,
  { log, onEvents, signal, clock = () => performance.now(), pollMs = POLL_MS }: Updating,
): Promise<void> {
  const update = makeUpdateAlerts(store);
  let [seen, dueAt, pauseMs] = [NaN, 0, pollMs];
  let isFailing = false;
  const runOnce = async (): Promise<void> => {
    const newest = await newestEvent(store, signal);
    if (newest === undefined || (newest === seen && clock() < dueAt)) return;
    const began = clock();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const updated = await update({ signal: limited });
    pauseMs = Math.max(pollMs, PAUSE_FACTOR * (clock() - began));
    if (updated.isErr()) {
      // Once, not at each attempt.
      if (!isFailing && !signal.aborted) log.warn({ err: updated.error.cause }, 'alerts are late');
      isFailing = true;
      return;
    }
    isFailing = false;
    seen = newest;
    const { events, nextAt = Infinity } = updated.value;
    dueAt = clock() + Math.min(MAX_PAUSE_MS, nextAt - Date.now());
    if (events > 0) onEvents();
  };
  while (!signal.aborted) {
    await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    pauseMs = pollMs;
    if (signal.aborted) return;
    try {
      await runOnce();
    } catch (error) {
      log.error({ err: error }, 'bug in the alerts');
      pauseMs = Math.max(pollMs, MAX_PAUSE_MS);
    }
  }
}

/** Returns the id of the newest event, 0 if there is none; undefined if the store fails. */
async function newestEvent(
  { events }: Pick<AlertStore, 'events'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const listed = await events.list({ limit: 1, maxBytes: 1 }, { signal });
  return listed.isOk() ? (listed.value.events[0]?.id ?? 0) : undefined;
}
