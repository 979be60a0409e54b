import {
  type Alert,
  alertKeyText,
  deliveriesFor,
  type Delivery,
  MAX_ENDED_DELIVERIES,
  type ServiceStore,
  type Webhook,
} from '@forewarn/core/operator';
import { err, ok } from 'neverthrow';
import { byByteOrder, type MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

type AlertPorts = Pick<ServiceStore, 'alerts' | 'webhooks' | 'deliveries'>;

/** Alerts, webhooks and the outbox. */
export class AlertState {
  generation = 0;
  readonly alerts = new Map<string, Alert>();
  readonly webhooks = new Map<string, Webhook>();
  /** The oldest first; `at` is in milliseconds since 1970. */
  deliveries: readonly Kept[] = [];
}

type Kept = Omit<Delivery, 'at'> & { readonly at: number };

export function memoryAlerts(
  state: Pick<MemoryState, 'isOpen' | 'log'>,
  own: AlertState = new AlertState(),
): AlertPorts {
  return {
    alerts: alertsOf(state, own),
    webhooks: webhooksOf(state, own),
    deliveries: deliveriesOf(state, own),
  };
}

const alertsOf = (state: Pick<MemoryState, 'isOpen' | 'log'>, own: AlertState) =>
  whileOpen<AlertPorts['alerts']>(state, {
    read: () =>
      ok({
        generation: own.generation,
        alerts: Array.from(own.alerts.values(), ({ kind, projectId, id, fingerprint }) => ({
          kind,
          projectId,
          id,
          fingerprint,
        })),
      }),
    find: (keys) =>
      ok(
        keys.flatMap((key) => structuredClone(own.alerts.get(alertKeyText(key))?.prediction ?? [])),
      ),
    commit: ({ generation, raised, ended, events }, by) => {
      if (generation !== own.generation) return err({ type: 'PreconditionFailed' });
      own.generation += 1;
      for (const key of ended) own.alerts.delete(alertKeyText(key));
      for (const alert of raised) own.alerts.set(alertKeyText(alert), structuredClone(alert));
      for (const { project, environment, ...content } of events) {
        state.log(content, by, { project, ...(environment === undefined ? {} : { environment }) });
      }
      const now = Date.now();
      const added = [...own.webhooks.values()]
        .flatMap((webhook) => deliveriesFor(webhook, events))
        .map((each) => ({
          ...structuredClone(each),
          state: 'pending' as const,
          createdAt: new Date(now).toISOString(),
          attempts: 0,
          at: now,
        }));
      own.deliveries = [...own.deliveries, ...added];
      return ok();
    },
  });

const webhooksOf = (state: Pick<MemoryState, 'isOpen'>, own: AlertState) =>
  whileOpen<AlertPorts['webhooks']>(state, {
    add: (webhook) => {
      own.webhooks.set(webhook.id, structuredClone(webhook));
      return ok();
    },
    list: () =>
      ok(
        [...own.webhooks.values()]
          .map((webhook) => {
            const { secret: _secret, ...summary } = structuredClone(webhook);
            return summary;
          })
          .toSorted(byByteOrder(({ id }) => id)),
      ),
    find: (id) => {
      const webhook = own.webhooks.get(id);
      return webhook === undefined
        ? err({ type: 'WebhookNotFound', id })
        : ok(structuredClone(webhook));
    },
    remove: (id) => {
      if (!own.webhooks.delete(id)) return err({ type: 'WebhookNotFound', id });
      own.deliveries = own.deliveries.filter(({ webhookId }) => webhookId !== id);
      return ok();
    },
  });

const deliveriesOf = (state: Pick<MemoryState, 'isOpen'>, own: AlertState) =>
  whileOpen<AlertPorts['deliveries']>(state, {
    claim: ({ limit, leaseMs, except = [] }) => {
      const now = Date.now();
      const claimed = [...own.webhooks.values()].flatMap((webhook) => {
        if (except.includes(webhook.id)) return [];
        const pending = own.deliveries.filter(
          (each) => each.webhookId === webhook.id && each.state === 'pending',
        );
        return pending
          .filter((each, at) => !pending.slice(0, at).some((older) => isBefore(older, each)))
          .filter(({ at }) => at <= now)
          .slice(0, limit)
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
    },
    settle: ({ id, attempts }, outcome) => {
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
    },
    list: (webhookId, limit) =>
      own.webhooks.has(webhookId)
        ? ok(
            own.deliveries
              .filter((each) => each.webhookId === webhookId)
              .slice(-limit)
              .toReversed()
              .map(shown),
          )
        : err({ type: 'WebhookNotFound', id: webhookId }),
  });

const shown = (kept: Kept): Delivery => ({
  ...structuredClone(kept),
  at: new Date(kept.at).toISOString(),
});

/** Whether one must be sent before another one. */
const isBefore = (older: Kept, { subject }: Kept): boolean =>
  older.subject === subject || older.subject === '' || subject === '';

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
