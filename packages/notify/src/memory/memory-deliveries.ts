import { compareListingPlaces, listingPlaceOf } from '@forewarn/record';
import { byByteOrder, type MemoryState, whileOpen } from '@forewarn/store-memory';
import { err, ok } from 'neverthrow';
import type { AlertProgress } from '../alert-progress.ts';
import type { AlertCommit } from '../alert-repository.ts';
import type { AlertStore } from '../alert-store.ts';
import type { Alert, Prediction } from '../alert.ts';
import {
  deliveriesFor,
  introductionFor,
  isIntroducedTo,
  sendableOf,
  toldInFirstLook,
} from '../deliveries-for.ts';
import { MAX_DELAY_MS, MAX_ENDED_DELIVERIES } from '../delivery-repository.ts';
import {
  type Delivery,
  MAX_PENDING_DELIVERIES,
  MAX_WEBHOOKS,
  type NewDelivery,
  SUMMARIZED_EVENTS,
  type Webhook,
} from '../webhook.ts';

/** The alerts that were raised, how far they are, the webhooks, and the outbox. */
export class OutboxState {
  readonly alerts = new Map<string, Alert>();
  progress: AlertProgress | undefined;
  readonly webhooks = new Map<string, Webhook>();
  /** The oldest first; `at` is in milliseconds since 1970. */
  deliveries: readonly Kept[] = [];
}

type Kept = Omit<Delivery, 'at'> & { readonly at: number };

/** Changes the outbox of each webhook by one commit. */
export function addDeliveries(
  own: OutboxState,
  { events: all, firstLook }: Pick<AlertCommit, 'events' | 'firstLook'>,
): void {
  const events = firstLook === undefined ? all : toldInFirstLook(all);
  for (const webhook of own.webhooks.values()) {
    const pending = pendingOf(own, webhook.id);
    if (firstLook === 'ends') keep(own, introductionOf(own, webhook));
    const last = pending.at(-1);
    const isJoinable = last?.message.kind === 'summary' && last.attempts === 0;
    const { added, summary } = deliveriesFor(webhook, events, {
      count: pending.length,
      ...(isJoinable ? { lastSummary: last.message } : {}),
    });
    if (summary !== undefined) {
      own.deliveries = own.deliveries.map((each) =>
        each.id === last?.id ? { ...each, message: structuredClone(summary) } : each,
      );
    }
    keep(own, added);
  }
}

const pendingOf = ({ deliveries }: OutboxState, id: string): readonly Kept[] =>
  deliveries.filter(({ webhookId, state }) => webhookId === id && state === 'pending');

function keep(own: OutboxState, added: readonly NewDelivery[]): void {
  const now = Date.now();
  const kept = added.map((each) => ({
    ...structuredClone(each),
    state: 'pending' as const,
    createdAt: new Date(now).toISOString(),
    attempts: 0,
    at: now,
  }));
  own.deliveries = [...own.deliveries, ...kept];
}

function introductionOf({ alerts }: OutboxState, webhook: Webhook): readonly NewDelivery[] {
  const received = [...alerts.values()]
    .flatMap(({ prediction }) => prediction ?? [])
    .filter((prediction) => isIntroducedTo(webhook, prediction));
  const soonest = received
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)))
    .slice(0, SUMMARIZED_EVENTS);
  const held = received.map((each: Prediction) => ({ ...each, count: 1 }));
  return introductionFor(webhook, held, soonest);
}

/** The webhooks. */
export const webhooksOf = (state: Pick<MemoryState, 'isOpen'>, own: OutboxState) =>
  whileOpen<AlertStore['webhooks']>(state, (step) => ({
    add: step((webhook) => {
      if (own.webhooks.size >= MAX_WEBHOOKS) return err({ type: 'PreconditionFailed' });
      own.webhooks.set(webhook.id, structuredClone(webhook));
      // The end of the first comparison introduces each.
      if (own.progress?.sweep?.isFirst !== true) keep(own, introductionOf(own, webhook));
      return ok();
    }),
    list: step(() =>
      ok(
        [...own.webhooks.values()]
          .map((webhook) => {
            const { secret: _secret, ...summary } = structuredClone(webhook);
            return summary;
          })
          .toSorted(byByteOrder(({ id }) => id)),
      ),
    ),
    find: step((id) => {
      const webhook = own.webhooks.get(id);
      return webhook === undefined
        ? err({ type: 'WebhookNotFound', id })
        : ok(structuredClone(webhook));
    }),
    remove: step((id) => {
      if (!own.webhooks.delete(id)) return err({ type: 'WebhookNotFound', id });
      own.deliveries = own.deliveries.filter(({ webhookId }) => webhookId !== id);
      return ok();
    }),
  }));

/** The outbox. */
export const deliveriesOf = (state: Pick<MemoryState, 'isOpen'>, own: OutboxState) =>
  whileOpen<AlertStore['deliveries']>(state, (step) => ({
    claim: step(({ limit, leaseMs, except = [] }) => {
      const now = Date.now();
      const claimed = [...own.webhooks.values()].flatMap((webhook) => {
        if (except.includes(webhook.id)) return [];
        const oldest = pendingOf(own, webhook.id).slice(0, MAX_PENDING_DELIVERIES);
        const isDue = ({ at }: Kept): boolean => at <= now || at > now + MAX_DELAY_MS;
        return sendableOf(
          oldest.map((each) => ({ ...each, isDue: isDue(each) })),
          limit,
        )
          .map(({ isDue: _isDue, ...each }) => each)
          .map((each) => ({ ...each, attempts: each.attempts + 1, at: now + leaseMs }));
      });
      const byId = new Map(claimed.map((each) => [each.id, each]));
      own.deliveries = own.deliveries.map((each) => byId.get(each.id) ?? each);
      return ok(
        claimed.flatMap((each) => {
          const webhook = structuredClone(own.webhooks.get(each.webhookId));
          return webhook === undefined ? [] : [{ ...shown(each), webhook }];
        }),
      );
    }),
    settle: step(({ id, attempts }, outcome) => {
      const { kind } = outcome;
      const now = Date.now();
      own.deliveries = own.deliveries.map((each) => {
        const isOurs = each.attempts === attempts || kind === 'delivered';
        if (each.id !== id || each.state !== 'pending' || !isOurs) return each;
        const { error: _, ...rest } = each;
        if (kind === 'delivered') return { ...rest, state: kind, at: now };
        const { error } = outcome;
        if (kind === 'parked') return { ...rest, state: kind, at: now, error };
        return { ...rest, at: now + outcome.delayMs, error };
      });
      own.deliveries = withoutOldest(own.deliveries);
      return ok();
    }),
    list: step((webhookId) =>
      own.webhooks.has(webhookId)
        ? ok(
            own.deliveries
              .filter((each) => each.webhookId === webhookId)
              .toReversed()
              .map(shown),
          )
        : err({ type: 'WebhookNotFound', id: webhookId }),
    ),
  }));

const shown = (kept: Kept): Delivery => ({
  ...structuredClone(kept),
  at: new Date(kept.at).toISOString(),
});

function withoutOldest(deliveries: readonly Kept[]): readonly Kept[] {
  const counts = new Map<string, number>();
  return deliveries
    .toReversed()
    .filter(({ webhookId, state }) => {
      const count = (counts.get(`${state} ${webhookId}`) ?? 0) + 1;
      counts.set(`${state} ${webhookId}`, count);
      return state === 'pending' || count <= MAX_ENDED_DELIVERIES;
    })
    .toReversed();
}
