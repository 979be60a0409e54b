import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { changeDependencies, effectsOf, type Forecast, isPlanned } from '@forewarn/forecast';
import type { Alert, AlertKey, Prediction } from './alert.ts';
import type { AlertBatch } from './alert-progress.ts';
import type { AlertCommit } from './alert-repository.ts';
import {
  alertEvents,
  alertOf,
  type Finding,
  predictionOf,
  withoutChanges,
  withPastCauses,
} from './alert-changes.ts';
import { changeRequestKey, keyText } from './change-request-key.ts';
import { LookAgain } from './look-again.ts';
import { type AlertLookups, UNREADABLE } from './alert-lookups.ts';

/** Maximum size of what a commit tells, as JSON text. */
const MAX_COMMIT_LENGTH = 1_048_576;

/** The alerts of a change request. */
export interface ActiveAlerts {
  readonly forecast?: Alert | undefined;
  readonly schedule?: Alert | undefined;
}

/** Compares what holds now with what was told, for one commit. */
export class AlertComparison {
  /** What has to be looked at because of what was found. */
  readonly again = new LookAgain();
  readonly #lookups: AlertLookups;
  readonly #raised: Finding[] = [];
  /** Alerts without an event. */
  readonly #kept: Alert[] = [];
  readonly #ended: AlertKey[] = [];
  readonly #before: Prediction[] = [];
  /** The change requests that were compared: again makes no difference. */
  readonly #seen = new Set<string>();
  #length = 0;

  constructor(lookups: AlertLookups) {
    this.#lookups = lookups;
  }

  /** Whether the rest belongs into another commit. */
  get isFull(): boolean {
    return this.#length >= MAX_COMMIT_LENGTH;
  }

  /** Returns what to commit. */
  changes(): Pick<AlertCommit, 'raised' | 'ended' | 'events'> {
    const events = alertEvents({ raised: this.#raised, ended: this.#ended }, this.#before);
    return {
      raised: [...this.#raised.map(alertOf), ...this.#kept],
      ended: this.#ended,
      events,
    };
  }

  /** Adds what is to be told. */
  raise(finding: Finding, before?: Prediction): void {
    this.#raised.push(finding);
    if (before !== undefined) this.#before.push(before);
    this.#length += JSON.stringify(finding).length + JSON.stringify(before ?? null).length;
  }

  /** Adds what is over. It is told if it was a prediction. */
  end({ kind, projectId, id }: AlertKey, before?: Prediction): void {
    this.#ended.push({ kind, projectId, id });
    if (before === undefined) return;
    this.#before.push(before);
    this.#length += JSON.stringify(before).length;
  }

  /** Compares one that is going to be applied. */
  async planned(
    changeRequest: ScheduledChangeRequest,
    forecast: Forecast,
    active: ActiveAlerts,
    batch: AlertBatch | undefined,
  ): Promise<void> {
    if (!this.#isNew(changeRequestKey(changeRequest))) return;
    if (active.schedule !== undefined) this.end(active.schedule);
    const isBroken = forecast.forecast === 'fails' || forecast.forecast === 'suspended';
    const { forecast: alert } = active;
    const wasBroken = alert?.isBroken === true;
    const isNews = await this.#isNews(forecast, isBroken, alert);
    if (isBroken !== wasBroken || (isNews && changeDependencies(effectsOf(changeRequest))))
      this.again.addDependents(changeRequest, batch);
    if (isNews || alert === undefined || isBroken === wasBroken) return;
    const { isBroken: _, ...kept } = alert;
    this.#kept.push(isBroken ? { ...kept, isBroken } : kept);
  }

  /** Whether a forecast changed what was told. That the time of a cause is over is no change: it was probably applied. */
  async #isNews(forecast: Forecast, isBroken: boolean, alert: Alert | undefined): Promise<boolean> {
    const isAsPlanned = forecast.forecast === 'as-planned';
    const before = alert?.prediction;
    if (isAsPlanned && alert === undefined) return false;
    const found = await predictionOf(forecast);
    if (alert?.fingerprint === found.fingerprint) return false;
    const past =
      before === undefined ? [] : await this.#lookups.pastCauses(before, forecast.causes);
    if (alert !== undefined && isAsPlanned && past.length === 0) {
      this.end(alert, before);
      return true;
    }
    const prediction =
      before === undefined || past.length === 0 ? found : withPastCauses(found, before, past);
    if (prediction === undefined) return false;
    this.raise({ kind: 'forecast', prediction, isBroken }, before);
    return true;
  }

  /**
   * Compares one that is not going to be applied. A prediction ends without an event once its time is over or it came true.
   *
   * @param isFirst whether nothing is told of a schedule
   */
  async unplanned(key: ChangeRequestKey, active: ActiveAlerts, isFirst: boolean): Promise<void> {
    if (!this.#isNew(key)) return;
    const stored = await this.#lookups.find(key);
    // It ends nothing.
    if (stored === UNREADABLE) return;
    const { forecast: alert } = active;
    const last = stored ?? alert?.prediction;
    const isPast = last !== undefined && this.#lookups.isPast(last);
    // Its event is still to come.
    if (stored !== undefined && isPlanned(stored) && !isPast) return;
    if (alert !== undefined) {
      const isSilent = isPast || stored?.schedule !== undefined;
      this.end(alert, isSilent ? undefined : alert.prediction);
    }
    const status = stored?.schedule?.status;
    if (stored === undefined || (status !== 'suspended' && status !== 'failed')) {
      if (active.schedule !== undefined) this.end(active.schedule);
    } else if (active.schedule?.fingerprint !== status) {
      this.#troubled(stored, isFirst);
    }
  }

  /** Adds one that is suspended or failed, and was not told. */
  troubled(changeRequest: ScheduledChangeRequest, isFirst: boolean): void {
    if (this.#isNew(changeRequestKey(changeRequest))) this.#troubled(changeRequest, isFirst);
  }

  #isNew(key: ChangeRequestKey): boolean {
    const text = keyText(key);
    const isNew = !this.#seen.has(text);
    this.#seen.add(text);
    return isNew;
  }

  #troubled(changeRequest: ScheduledChangeRequest, isFirst: boolean): void {
    const finding = { kind: 'schedule', changeRequest: withoutChanges(changeRequest) } as const;
    if (isFirst) this.#kept.push(alertOf(finding));
    else this.raise(finding);
  }
}

/** Groups alerts by the texts of the keys of their change requests. */
export function activeByKey(alerts: readonly Alert[]): ReadonlyMap<string, ActiveAlerts> {
  const active = new Map<string, ActiveAlerts>();
  for (const alert of alerts) {
    const text = keyText(alert);
    active.set(text, { ...active.get(text), [alert.kind]: alert });
  }
  return active;
}
