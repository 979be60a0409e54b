import { err, ok, type ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import { type AlertKey, alertKeyText, type Prediction } from '../model/alert.ts';
import { scheduledCauses } from '../model/forecast.ts';
import type { CoveredProject } from '../model/project.ts';
import { type ScheduledChangeRequest, scheduledAtOf } from '../model/scheduled-change-request.ts';
import type { AlertEvent } from '../model/webhook.ts';
import type { AlertRepository, AlertVersion } from '../ports/alert-repository.ts';
import type { StorePorts } from '../ports/bounded-store.ts';
import type { CallOptions } from '../ports/call-options.ts';
import { attempt } from '../ports/port-result.ts';
import type { ForecastFindings } from '../ports/scheduled-change-request-forecast.ts';
import type { ListingPlace } from '../ports/scheduled-change-request-listing.ts';
import {
  alertChanges,
  type AlertChanges,
  alertEvents,
  alertOf,
  type Finding,
  predictionOf,
  withPastCauses,
} from '../rules/alert-changes.ts';
import { isPlanned } from '../rules/effects-of.ts';
import { forecastInTurns } from '../rules/forecast-of.ts';
import { listingPlaceOf } from '../rules/listing.ts';
import { isCurrent } from '../rules/outcome-of.ts';
import { nextTurn } from '../rules/platform.ts';
import { AlertLookups, type Before, forecastKey, Unavailable, valueOf } from './alert-lookups.ts';
import type { DataAgeLimit } from './checks.ts';

/** The ports that alerts are made from. */
export interface AlertPorts extends DataAgeLimit {
  readonly alerts: AlertRepository;
  readonly reader: Pick<StorePorts['reader'], 'forecast' | 'list' | 'find'>;
  readonly projects: Pick<StorePorts['projects'], 'list'>;
}

/** What a run did. */
export interface AlertsUpdated {
  /** How many events it recorded; 0 if another node was faster. */
  readonly events: number;
  /** When something can change because time passes, in milliseconds since 1970; absent if nothing can. */
  readonly nextAt?: number;
}

/** The name of the principal in the events of alerts. */
export const ALERTS_BY = 'forewarn';

/** Maximum candidates and change requests of a page. */
const PAGE = 500;
const PAGE_BYTES = 4 * 1_024 * 1_024;
/** Maximum reads at the same time that look again at what may be over. */
const MAX_LOOKS = 4;

/**
 * Makes a function that compares what holds now with what was told, and tells what changed: once, on however many nodes it
 * runs. It needs no credentials. Call it after what can change a forecast, at `nextAt`, and now and then: imports record no
 * events.
 *
 * - A read that fails ends the run. One that is cut ends no alert.
 * - That the time of a cause is over resolves nothing, as it was probably applied. A prediction whose own time is over, or that
 *   came true, ends without an event.
 * - The first run of a store tells of no schedule that is suspended or failed already.
 */
export const makeUpdateAlerts =
  (ports: AlertPorts) =>
  (options: CallOptions = {}): ResultAsync<AlertsUpdated, StoreUnavailable> =>
    attempt(
      () => false,
      options,
      async () => {
        try {
          return ok(await new Run(ports, options).update());
        } catch (error) {
          if (error instanceof Unavailable) return err(error.error);
          throw error;
        }
      },
    );

class Run {
  readonly #ports: AlertPorts;
  readonly #options: CallOptions;
  readonly #now = Date.now();
  readonly #lookups: AlertLookups;
  /** What is known of these may be incomplete: nothing is told of them. */
  readonly #unsure = new Set<string>();
  #nextAt = Infinity;

  constructor(ports: AlertPorts, options: CallOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#lookups = new AlertLookups(ports, this.#now, options);
  }

  async update(): Promise<AlertsUpdated> {
    const { alerts, projects: projectPort } = this.#ports;
    const { generation, alerts: told } = await valueOf(alerts.read(this.#options));
    const projects = await valueOf(projectPort.list(this.#options));
    const ids = projects.map(({ id }) => id);
    const found = [
      ...(await this.#predictions(ids)),
      ...(await this.#troubled(ids, told)),
      ...this.#tooOld(projects),
    ];
    const { raised: differing, ended: missing } = alertChanges(told, found);
    const before = await this.#lookups.told([...differing.map(alertOf), ...missing]);
    const raised = await this.#news(differing, before);
    const ended = await this.#over(missing, { told, before, projectIds: new Set(ids) });
    const isFirst = generation === 0;
    const events =
      isFirst || raised.length + ended.length > 0
        ? await this.#commit(generation, { raised, ended }, [...before.values()])
        : 0;
    return { events, ...(this.#nextAt === Infinity ? {} : { nextAt: this.#nextAt }) };
  }

  async #commit(
    generation: number,
    { raised, ended }: AlertChanges,
    before: readonly Prediction[],
  ): Promise<number> {
    const { alerts } = this.#ports;
    const isTold = ({ kind }: Finding): boolean => generation > 0 || kind !== 'schedule';
    const events: readonly AlertEvent[] = alertEvents(
      { raised: raised.filter(isTold), ended },
      before,
    );
    const commit = { generation, raised: raised.map(alertOf), ended, events };
    const result = await alerts.commit(commit, ALERTS_BY, this.#options);
    if (result.isOk()) return events.length;
    // Another node told it.
    if (result.error.type === 'PreconditionFailed') return 0;
    throw new Unavailable(result.error);
  }

  /** Finds the change requests that will not go as planned. */
  async #predictions(projectIds: readonly string[]): Promise<readonly Finding[]> {
    const found: Finding[] = [];
    let after: ListingPlace | undefined;
    do {
      const query = { projectIds, now: this.#now, limit: PAGE, after };
      const page = await valueOf(this.#ports.reader.forecast(query, this.#options));
      for (const prediction of await this.#predictionsOf(page)) {
        found.push({ kind: 'forecast', prediction });
      }
      after = page.next;
      await nextTurn();
    } while (after !== undefined);
    return found;
  }

  async #predictionsOf(page: ForecastFindings): Promise<readonly Prediction[]> {
    const keys = new Set(
      page.candidates.map(({ projectId, id }) => forecastKey({ project: projectId, id })),
    );
    if (page.isCut === true) {
      for (const key of keys) this.#unsure.add(key);
      return [];
    }
    const isAsked = (each: ScheduledChangeRequest): boolean => keys.has(forecastKey(each));
    const scope = { now: this.#now, gone: page.gone, isAsked };
    const forecasts = await forecastInTurns(page.scheduled, scope, this.#options);
    const predicted = forecasts.filter(({ forecast }) => forecast !== 'as-planned');
    for (const each of predicted.flatMap((victim) => [victim, ...scheduledCauses(victim.causes)])) {
      this.#changesAt(scheduledAtOf(each) + 1);
    }
    return Promise.all(predicted.map(predictionOf));
  }

  #changesAt(time: number): void {
    if (time > this.#now && time < this.#nextAt) this.#nextAt = time;
  }

  /** Finds the change requests whose schedule is suspended or failed. */
  async #troubled(
    projectIds: readonly string[],
    told: readonly AlertVersion[],
  ): Promise<readonly Finding[]> {
    const fingerprints = new Map(told.map((each) => [alertKeyText(each), each.fingerprint]));
    const found: Finding[] = [];
    let after: ListingPlace | undefined;
    do {
      const statuses = ['suspended', 'failed'] as const;
      const query = { projectIds, statuses, limit: PAGE, maxBytes: PAGE_BYTES, after };
      const page = await valueOf(this.#ports.reader.list(query, this.#options));
      for (const changeRequest of page.changeRequests) {
        const alert = alertOf({ kind: 'schedule', changeRequest });
        const isTold = fingerprints.get(alertKeyText(alert)) === alert.fingerprint;
        // Nothing is said of it, so its changes need no memory.
        const kept = isTold ? { ...changeRequest, features: [], segments: [] } : changeRequest;
        found.push({ kind: 'schedule', changeRequest: kept });
      }
      const last = page.changeRequests.at(-1);
      after = page.hasMore && last !== undefined ? listingPlaceOf(last) : undefined;
    } while (after !== undefined);
    return found;
  }

  /** Finds the projects whose data is too old. One whose data was never complete did not become so. */
  #tooOld(projects: readonly CoveredProject[]): readonly Finding[] {
    const { maxDataAgeMs } = this.#ports;
    if (maxDataAgeMs === undefined) return [];
    const notBefore = new Date(this.#now - maxDataAgeMs).toISOString();
    return projects.flatMap((project): readonly Finding[] => {
      const { coverage } = project;
      if (coverage.kind !== 'as-of') return [];
      if (!isCurrent(coverage, notBefore)) return [{ kind: 'data', project }];
      this.#changesAt(Date.parse(coverage.asOf) + maxDataAgeMs + 1);
      return [];
    });
  }

  /** Returns what there is to tell. That the time of a cause is over is no change: it was probably applied. */
  async #news(found: readonly Finding[], before: Before): Promise<readonly Finding[]> {
    const news: Finding[] = [];
    for (const each of found) {
      const told = each.kind === 'forecast' ? before.get(forecastKey(each.prediction)) : undefined;
      if (each.kind !== 'forecast' || told === undefined) {
        news.push(each);
        continue;
      }
      const past = await this.#lookups.pastCauses(told, each.prediction.causes);
      const prediction =
        past.length === 0 ? each.prediction : withPastCauses(each.prediction, told, past);
      if (prediction !== undefined) news.push({ kind: 'forecast', prediction });
    }
    return news;
  }

  /**
   * Returns those of the missing that are over. The pages are of different moments: what moved from one to another between
   * them is on none. Leaves in `before` only the predictions that are resolved.
   */
  async #over(
    missing: readonly AlertKey[],
    {
      told,
      before,
      projectIds,
    }: { told: readonly AlertVersion[]; before: Before; projectIds: ReadonlySet<string> },
  ): Promise<readonly AlertKey[]> {
    const fingerprints = new Map(told.map((each) => [alertKeyText(each), each.fingerprint]));
    const over: AlertKey[] = [];
    const waiting = missing.values();
    const look = async (): Promise<void> => {
      for (const key of waiting) {
        const text = alertKeyText(key);
        if (key.kind === 'data' || !projectIds.has(key.projectId)) {
          over.push(key);
        } else if (key.kind === 'forecast') {
          const end = await this.#endOf(key, before.get(text));
          if (end !== undefined) over.push(key);
          if (end === 'untold') before.delete(text);
        } else if ((await this.#lookups.find(key))?.schedule?.status !== fingerprints.get(text)) {
          over.push(key);
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_LOOKS }, look));
    return over;
  }

  /** How a missing prediction ended, if it did: without a word once its time is over or it came true. */
  async #endOf(
    key: AlertKey,
    told: Prediction | undefined,
  ): Promise<'resolved' | 'untold' | undefined> {
    const text = alertKeyText(key);
    const stored = await this.#lookups.find(key);
    const last = stored ?? told;
    if (last === undefined) return 'resolved';
    if (this.#lookups.isPast(last)) return 'untold';
    if (stored === undefined) return 'resolved';
    if (!isPlanned(stored)) return stored.schedule === undefined ? 'resolved' : 'untold';
    // The page of its place was of one moment. Only what moved may have been on none.
    const isMoved = told === undefined || scheduledAtOf(stored) !== scheduledAtOf(told);
    if (this.#unsure.has(text) || (isMoved && !(await this.#goesAsPlanned(key)))) return undefined;
    const past = told === undefined ? [] : await this.#lookups.pastCauses(told);
    return past.length === 0 ? 'resolved' : undefined;
  }

  async #goesAsPlanned(key: AlertKey): Promise<boolean> {
    const { projectId, id } = key;
    const query = { projectIds: [projectId], now: this.#now, limit: 1, only: { projectId, id } };
    const page = await valueOf(this.#ports.reader.forecast(query, this.#options));
    const isPredicted = (await this.#predictionsOf(page)).length > 0;
    return !isPredicted && !this.#unsure.has(alertKeyText(key));
  }
}
