import { alertKeyText, type ServiceStore } from '@forewarn/core/operator';
import { err, ok } from 'neverthrow';
import { addDeliveries, deliveriesOf, OutboxState, webhooksOf } from './memory-deliveries.ts';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

type AlertPorts = Pick<ServiceStore, 'alerts' | 'webhooks' | 'deliveries'>;

/** Alerts, webhooks and the outbox. */
export class AlertState extends OutboxState {
  generation = 0;
}

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
      addDeliveries(own, events);
      return ok();
    },
  });
