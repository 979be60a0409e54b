import type { ChangeRequestKey } from '@forewarn/core';
import { compareBytes } from '@forewarn/record';
import {
  alertKeyText,
  type AlertMark,
  type AlertMarks,
  type AlertProgress,
  MAX_MARKS,
} from '@forewarn/notify';
import type { ServiceStore } from '@forewarn/store';
import { err, ok } from 'neverthrow';
import { addDeliveries, deliveriesOf, OutboxState, webhooksOf } from './memory-deliveries.ts';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

type AlertPorts = Pick<ServiceStore, 'alerts' | 'webhooks' | 'deliveries'>;

/** Alerts, webhooks and the outbox. */
export class AlertState extends OutboxState {
  generation = 0;
  progress: AlertProgress | undefined;
  marks: readonly AlertMark[] = [];
  #no = 0;

  /** Keeps a mark, if anything is marked. */
  mark(marked: AlertMarks): void {
    const changes = structuredClone(marked.changes());
    if (changes.length === 0) return;
    this.#no += 1;
    this.marks = [...this.marks, { no: this.#no, changes }];
  }
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
  whileOpen<AlertPorts['alerts']>(state, (step) => ({
    read: step(() =>
      ok({
        generation: own.generation,
        ...(own.progress === undefined ? {} : { progress: structuredClone(own.progress) }),
        marks: structuredClone(own.marks.slice(0, MAX_MARKS)),
      }),
    ),
    list: step(({ kind, after, limit }) =>
      ok(
        [...own.alerts.values()]
          .filter((alert) => alert.kind === kind)
          .map(({ projectId, id }) => ({ projectId, id }))
          .filter((key) => after === undefined || compareKeys(key, after) > 0)
          .toSorted(compareKeys)
          .slice(0, limit),
      ),
    ),
    find: step((keys) =>
      ok(keys.flatMap((key) => structuredClone(own.alerts.get(alertKeyText(key)) ?? []))),
    ),
    commit: step(({ generation, raised, ended, events, progress, marks = [] }, by) => {
      if (generation !== own.generation) return err({ type: 'PreconditionFailed' });
      own.generation += 1;
      own.progress = structuredClone(progress) ?? own.progress;
      own.marks = own.marks.filter(({ no }) => !marks.includes(no));
      for (const key of ended) own.alerts.delete(alertKeyText(key));
      for (const alert of raised) own.alerts.set(alertKeyText(alert), structuredClone(alert));
      for (const { project, environment, ...content } of events) {
        state.log(content, by, { project, ...(environment === undefined ? {} : { environment }) });
      }
      addDeliveries(own, events);
      return ok();
    }),
  }));

const compareKeys = (a: ChangeRequestKey, b: ChangeRequestKey): number =>
  compareBytes(a.projectId, b.projectId) || a.id - b.id;
