import { setTimeout } from 'node:timers/promises';
import { withSignals, withTimeLimit } from '@forewarn/platform';
import { err } from 'neverthrow';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  type DeliveryRepository,
  MAX_DELAY_MS,
} from '../delivery-repository.ts';
import type { AlertLog } from './notify-settings.ts';
import type { SendMessage } from './webhook-sender.ts';

/** How a delivery ended for now: counted by the metrics. */
type DeliveryResult = DeliveryOutcome['kind'];

/** What the delivery of messages needs. */
interface DeliverOptions {
  readonly deliveries: Pick<DeliveryRepository, 'claim' | 'settle'>;
  readonly send: SendMessage;
  readonly log: AlertLog;
  readonly onResult?: (result: DeliveryResult) => void;
  /** The time between two looks for messages of other nodes, and for retries that are due. */
  readonly pollMs?: number;
  readonly leaseMs?: number;
}

/** Sends the messages of the outbox until it is stopped. */
interface Deliverer {
  /** Looks for messages now. */
  wake(): void;
  stop(): Promise<void>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The times between the attempts. In all, less than a day. */
const DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  MAX_DELAY_MS,
];
/** Keeps receivers that failed together from being asked together. */
const JITTER = 0.2;

/** A receiver gets at most this many messages of one claim, one after the other, each within 10 seconds: less than the lease. */
const MESSAGES_PER_CLAIM = 4;
const LEASE_MS = MINUTE;
const MAX_SEND_MS = 10 * SECOND;
const POLL_MS = 2 * SECOND;

/** Starts sending. Each webhook has its own turn, so that one that hangs holds up no other. */
export function startDelivering({
  deliveries,
  send,
  log,
  onResult,
  pollMs = POLL_MS,
  leaseMs = LEASE_MS,
}: DeliverOptions): Deliverer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Map<string, Promise<void>>();
  let wake = (): void => {};
  let isWoken = false;

  /** A message that can't be written, such as one of a newer version, is retried and parked like one that is not accepted. */
  const sendOnce = async (delivery: ClaimedDelivery): ReturnType<SendMessage> => {
    try {
      return await send(delivery.webhook, delivery, signal);
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, 'bug in a delivery');
      return err({ reason: 'a bug: see the log', isGone: false });
    }
  };

  const deliver = async (delivery: ClaimedDelivery): Promise<void> => {
    const { webhook, id } = delivery;
    const sent = await sendOnce(delivery);
    // Sent again at once by another node, with the same id.
    const outcome: DeliveryOutcome = sent.match(
      () => ({ kind: 'delivered' }),
      (failure) =>
        signal.aborted
          ? { kind: 'retry', delayMs: 0, error: 'the node was stopped' }
          : outcomeOf(delivery.attempts, failure),
    );
    await deliveries.settle(delivery, outcome);
    onResult?.(outcome.kind);
    if (outcome.kind === 'parked') {
      const { origin } = new URL(webhook.url);
      log.warn({ webhook: webhook.id, origin, delivery: id, error: outcome.error }, 'parked');
    }
  };

  const deliverAll = async (
    webhook: string,
    all: readonly ClaimedDelivery[],
    endsAt: number,
  ): Promise<void> => {
    for (const delivery of all) {
      // Another node may send it meanwhile, and then newer ones: this one would come after these.
      if (performance.now() + MAX_SEND_MS > endsAt) break;
      try {
        await deliver(delivery);
      } catch (error) {
        log.error({ err: error, delivery: delivery.id }, 'bug in a delivery');
      }
    }
    busy.delete(webhook);
    wake();
  };

  const claim = async (): Promise<void> => {
    const endsAt = performance.now() + leaseMs;
    const request = { limit: MESSAGES_PER_CLAIM, leaseMs, except: [...busy.keys()] };
    // Of one that takes longer, the leases are over.
    const claimed = await withTimeLimit(leaseMs, signal, (limited) =>
      deliveries.claim(request, { signal: limited }),
    );
    const all = claimed.isOk() ? claimed.value : [];
    for (const [id, ofWebhook] of Map.groupBy(all, ({ webhookId }) => webhookId)) {
      busy.set(id, deliverAll(id, ofWebhook, endsAt));
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      isWoken = false;
      try {
        await claim();
      } catch (error) {
        log.error({ err: error }, 'bug in the deliveries');
      }
      if (isWoken) continue;
      await nextTurn();
    }
    await Promise.all(busy.values());
  };

  const nextTurn = async (): Promise<void> => {
    const waking = new AbortController();
    wake = () => {
      isWoken = true;
      waking.abort();
    };
    await withSignals([waking.signal, signal], (ended) =>
      setTimeout(pollMs, undefined, { signal: ended, ref: false }).catch(() => {}),
    );
  };

  wake = () => (isWoken = true);
  const running = run();
  return {
    wake: () => wake(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Returns what becomes of a delivery whose attempt failed. */
export function outcomeOf(
  attempts: number,
  { reason: error, isGone }: { readonly reason: string; readonly isGone: boolean },
  random = Math.random,
): DeliveryOutcome {
  const delay = DELAYS[attempts - 1];
  if (isGone || delay === undefined) return { kind: 'parked', error };
  return { kind: 'retry', delayMs: Math.round(delay * (1 + JITTER * (random() - 1))), error };
}
