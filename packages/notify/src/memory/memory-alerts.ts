import type { ChangeRequestKey } from '@forewarn/core';
import { compareBytes, type SilentChanges } from '@forewarn/record';
import { type MemoryState, whileOpen } from '@forewarn/store-memory';
import { err, ok } from 'neverthrow';
import { type AlertMark, MAX_MARKS } from '../alert-progress.ts';
import type { AlertStore } from '../alert-store.ts';
import { alertKeyText } from '../alert.ts';
import { addDeliveries, OutboxState } from './memory-deliveries.ts';

/** Alerts, webhooks and the outbox. */
export class AlertState extends OutboxState {
  generation = 0;
  marks: readonly AlertMark[] = [];
  #no = 0;

  /** Keeps a mark, if anything changed. */
  keepChanges(silent: SilentChanges): void {
    const changes = structuredClone(silent.list());
    if (changes.length === 0) return;
    this.#no += 1;
    this.marks = [...this.marks, { no: this.#no, changes }];
  }
}

/** The alerts. */
export const alertsOf = (state: Pick<MemoryState, 'isOpen' | 'log'>, own: AlertState) =>
  whileOpen<AlertStore['alerts']>(state, (step) => ({
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
    commit: step(({ generation, raised, ended, progress, marks = [], ...rest }, by) => {
      if (generation !== own.generation) return err({ type: 'PreconditionFailed' });
      own.generation += 1;
      own.progress = structuredClone(progress) ?? own.progress;
      own.marks = own.marks.filter(({ no }) => !marks.includes(no));
      for (const key of ended) own.alerts.delete(alertKeyText(key));
      for (const alert of raised) own.alerts.set(alertKeyText(alert), structuredClone(alert));
      for (const { project, environment, ...content } of rest.events) {
        state.log(content, by, { project, ...(environment === undefined ? {} : { environment }) });
      }
      addDeliveries(own, rest);
      return ok();
    }),
  }));

const compareKeys = (a: ChangeRequestKey, b: ChangeRequestKey): number =>
  compareBytes(a.projectId, b.projectId) || a.id - b.id;
