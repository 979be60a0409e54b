import { setTimeout } from 'node:timers/promises';
import type { ForecastStore } from '@forewarn/forecast';
import { withTimeLimit } from '@forewarn/platform';
import type { Store } from '@forewarn/store';
import type { UnreadableReport } from '../alert-lookups.ts';
import type { AlertStore } from '../alert-store.ts';
import type { ReadinessSource } from '@forewarn/record';
import { makeUpdateAlerts } from '../alerts.ts';
import { startDelivering } from './deliver.ts';
import type { AlertLog, NotifySettings } from './notify-settings.ts';
import type { SendMessage } from './webhook-sender.ts';

/** Tells what will not go as planned, and sends it to the webhooks, while the service listens. */
export interface AlertService {
  /**
   * Starts, once all that runs has started.
   *
   * @param isFirstSync whether an upstream is still being copied for the first time: what that brings is no news
   */
  start(given?: { readonly isFirstSync: () => Promise<boolean> }): void;
  stop(): Promise<void>;
}

/** The ports that alerts use. */
export type AlertingStore = Pick<AlertStore, 'alerts' | 'deliveries'> &
  ForecastStore &
  Pick<Store, 'events' | 'projects' | 'reader'>;

/** How often it looks whether another node recorded an event. */
const POLL_MS = 2_000;
/** Maximum time between two looks: that data becomes too old has no event. */
const MAX_PAUSE_MS = 60_000;
/** Minimum time from one look to the next: one serves all commits in between. */
const GAP_MS = 500;
/** The alerts take at most a quarter of a core. */
const PAUSE_FACTOR = 3;
/** How long to wait while another node is at it. */
const BEATEN_PAUSE_MS = 10_000;
const TIMEOUT_MS = 60_000;
/** Maximum time of a look for what changed: a lost network can be silent for a quarter of an hour. */
const LOOK_MS = 5_000;
/** Time between two looks whether the first sync has ended, and maximum time to wait for it: changes must not go untold. */
const SYNC_LOOK_MS = 1_000;
const MAX_SYNC_MS = 300_000;

/** What the alerts of a service are made of. */
interface AlertServiceParts {
  readonly store: AlertingStore;
  readonly settings: Pick<NotifySettings, 'maxDataAgeMs' | 'proxyOf'>;
  readonly send: SendMessage;
  readonly log: AlertLog;
  /** Is called once, and returns what counts a delivery by its result. */
  readonly countDeliveries: () => (result: string) => void;
  readonly readiness: readonly ReadinessSource[];
}

/** Makes the alerts of a service. */
export function alertServiceOf({
  store,
  settings: { maxDataAgeMs, proxyOf },
  send,
  log,
  countDeliveries,
  readiness,
}: AlertServiceParts): AlertService {
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = async (isFirstSync: () => Promise<boolean>): Promise<void> => {
    const onResult = countDeliveries();
    const deliverer = startDelivering({ deliveries: store.deliveries, send, log, onResult });
    await untilSynced(isFirstSync, stopping.signal);
    await updateAlerts(
      { ...store, maxDataAgeMs, readiness },
      { log, onEvents: () => deliverer.wake(), signal: stopping.signal },
    );
    await deliverer.stop();
  };
  return {
    start: ({ isFirstSync } = { isFirstSync: async () => false }) => {
      if (proxyOf !== undefined) log.warn({}, PROXIED);
      running ??= run(isFirstSync);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Waits until the first sync has ended, so that all that it brings is one first comparison. */
async function untilSynced(
  isFirstSync: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + MAX_SYNC_MS;
  let pauseMs = 0;
  do {
    // Those that are started after this one are not yet.
    await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    pauseMs = SYNC_LOOK_MS;
  } while (!signal.aborted && performance.now() < endsAt && (await isFirstSync()));
}

const PROXIED =
  'messages to webhooks go through a proxy, which resolves the names of receivers: whether their addresses are public is not checked here, so let the proxy refuse private ones';

interface Updating {
  readonly log: AlertLog;
  readonly onEvents: () => void;
  readonly signal: AbortSignal;
  /** Returns milliseconds since any moment. They must not jump. */
  readonly clock?: () => number;
  readonly pollMs?: number;
}

/** Updates the alerts after what changes them, as time passes, and once a minute, until the signal. */
export async function updateAlerts(
  store: AlertingStore &
    Pick<NotifySettings, 'maxDataAgeMs'> & { readonly readiness?: readonly ReadinessSource[] },
  { log, onEvents, signal, clock = () => performance.now(), pollMs = POLL_MS }: Updating,
): Promise<void> {
  const update = makeUpdateAlerts({ ...store, onUnreadable: reporter(log) });
  // The first look is at once, so that what is recorded from then on is told as it happens.
  let [dueAt, restMs, pauseMs] = [0, 0, 0];
  let isFailing = false;
  const look = () => withTimeLimit(LOOK_MS, signal, (limited) => hasNews(store, limited));
  const stepOnce = async (): Promise<void> => {
    if (clock() < dueAt && !(await look())) return;
    const began = clock();
    const updated = await withTimeLimit(TIMEOUT_MS, signal, (limited) =>
      update({ signal: limited }),
    );
    const tookMs = clock() - began;
    restMs = PAUSE_FACTOR * tookMs;
    if (updated.isErr()) {
      pauseMs = Math.max(pollMs, restMs);
      // Once, not at each attempt.
      if (!isFailing && !signal.aborted) log.warn(lateness(updated.error.cause), LATE);
      isFailing = true;
      return;
    }
    isFailing = false;
    const { events, isDone, isBeaten, nextAt = Infinity } = updated.value;
    dueAt = isDone ? clock() + Math.min(MAX_PAUSE_MS, nextAt - Date.now()) : 0;
    pauseMs = Math.max(isDone ? pollMs : 0, restMs);
    if (isBeaten === true) restMs = pauseMs = BEATEN_PAUSE_MS;
    if (events > 0) onEvents();
  };
  while (!signal.aborted) {
    await setTimeout(restMs, undefined, { signal, ref: false }).catch(() => {});
    await withTimeLimit(pauseMs - restMs, signal, (limited) => store.events.committed(limited));
    [restMs, pauseMs] = [Math.min(GAP_MS, pollMs), pollMs];
    if (signal.aborted) return;
    try {
      await stepOnce();
    } catch (error) {
      log.error({ err: error }, 'bug in the alerts');
      restMs = pauseMs = Math.max(pollMs, MAX_PAUSE_MS);
    }
  }
}

/** Logs each change request that can't be read once. */
function reporter(log: Updating['log']): UnreadableReport['onUnreadable'] {
  const logged = new Set<string>();
  return (error, key) => {
    const text = JSON.stringify(key ?? null);
    if (logged.has(text)) return;
    logged.add(text);
    log.error({ err: error, ...key }, 'alerts skip what can not be read');
  };
}

const LATE = 'alerts are late: a step was interrupted, and is taken again after what is committed';

/** What is logged of an interruption: an `Error` of a signal has a page of constants. */
const lateness = (cause: unknown): object => ({
  reason: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
});

/** Whether something changed since the last commit, by this node or another, or is left to look at. */
async function hasNews({ alerts, events }: AlertingStore, signal: AbortSignal): Promise<boolean> {
  const state = await alerts.read({ signal });
  if (state.isErr()) return false;
  const { progress, marks } = state.value;
  if (progress === undefined || marks.length > 0) return true;
  const { event: after, batches, sweep } = progress;
  if (batches.length > 0 || sweep !== undefined) return true;
  const listed = await events.list({ after, limit: 1, maxBytes: 1 }, { signal });
  return listed.isOk() && listed.value.events.length > 0;
}
