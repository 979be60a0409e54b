import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import { type AlertKey, alertKeyText, type Prediction } from '../model/alert.ts';
import type { CoveredProject } from '../model/project.ts';
import {
  type ChangeRequestKey,
  type ScheduledChangeRequest,
  scheduledAtOf,
} from '../model/scheduled-change-request.ts';
import type { AlertEvent } from '../model/webhook.ts';
import type { AlertRepository, AlertVersion } from '../ports/alert-repository.ts';
import type { StorePorts } from '../ports/bounded-store.ts';
import type { CallOptions } from '../ports/call-options.ts';
import { attempt, type PortResult } from '../ports/port-result.ts';
import type { ForecastFindings } from '../ports/scheduled-change-request-forecast.ts';
import type { ListingPlace } from '../ports/scheduled-change-request-listing.ts';
import {
  alertChanges,
  type AlertChanges,
  alertEvents,
  alertOf,
  type Finding,
  predictionOf,
} from '../rules/alert-changes.ts';
import { forecastInTurns } from '../rules/forecast-of.ts';
import { listingPlaceOf } from '../rules/listing.ts';
import { isCurrent } from '../rules/outcome-of.ts';
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

/** Carries the error of a port out of the run. */
class Unavailable extends Error {
  readonly error: StoreUnavailable;

  constructor(error: StoreUnavailable) {
    super('a port is unavailable');
    this.error = error;
  }
}

async function valueOf<T>(called: PortResult<T, StoreUnavailable>): Promise<T> {
  const result = await called;
  if (result.isErr()) throw new Unavailable(result.error);
  return result.value;
}

class Run {
  readonly #ports: AlertPorts;
  readonly #options: CallOptions;
  readonly #now = Date.now();
  /** What is known of these may be incomplete: nothing is told of them. */
  readonly #unsure = new Set<string>();
  #nextAt = Infinity;

  constructor(ports: AlertPorts, options: CallOptions) {
    this.#ports = ports;
    this.#options = options;
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
    const { raised, ended: missing } = alertChanges(told, found);
    const ended = await this.#over(missing, told, new Set(ids));
    const isFirst = generation === 0;
    const events =
      isFirst || raised.length + ended.length > 0
        ? await this.#commit(generation, { raised, ended })
        : 0;
    return { events, ...(this.#nextAt === Infinity ? {} : { nextAt: this.#nextAt }) };
  }

  async #commit(generation: number, { raised, ended }: AlertChanges): Promise<number> {
    const { alerts } = this.#ports;
    const keys = [...raised.map(alertOf), ...ended].filter(({ kind }) => kind === 'forecast');
    const before = await valueOf(alerts.find(keys, this.#options));
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
    } while (after !== undefined);
    return found;
  }

  async #predictionsOf(page: ForecastFindings): Promise<readonly Prediction[]> {
    const keys = new Set(page.candidates.map(forecastKey));
    if (page.isCut === true) {
      for (const key of keys) this.#unsure.add(key);
      return [];
    }
    const isAsked = ({ project: projectId, id }: ScheduledChangeRequest): boolean =>
      keys.has(forecastKey({ projectId, id }));
    const scope = { now: this.#now, isAsked };
    const forecasts = await forecastInTurns(page.scheduled, scope, this.#options);
    const predicted = forecasts.filter(({ forecast }) => forecast !== 'as-planned');
    for (const each of predicted.flatMap((victim) => [victim, ...victim.causes])) {
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

  /**
   * Returns those of the missing that are over. The pages are of different moments: what moved from one to another between
   * them is on none.
   */
  async #over(
    missing: readonly AlertKey[],
    told: readonly AlertVersion[],
    projectIds: ReadonlySet<string>,
  ): Promise<readonly AlertKey[]> {
    const fingerprints = new Map(told.map((each) => [alertKeyText(each), each.fingerprint]));
    const over: AlertKey[] = [];
    const waiting = missing.values();
    const look = async (): Promise<void> => {
      for (const key of waiting) {
        const isOver =
          key.kind === 'data' ||
          !projectIds.has(key.projectId) ||
          (key.kind === 'forecast'
            ? await this.#goesAsPlanned(key)
            : (await this.#statusOf(key)) !== fingerprints.get(alertKeyText(key)));
        if (isOver) over.push(key);
      }
    };
    await Promise.all(Array.from({ length: MAX_LOOKS }, look));
    return over;
  }

  async #goesAsPlanned(key: AlertKey): Promise<boolean> {
    const { projectId, id } = key;
    const query = { projectIds: [projectId], now: this.#now, limit: 1, only: { projectId, id } };
    const page = await valueOf(this.#ports.reader.forecast(query, this.#options));
    const isPredicted = (await this.#predictionsOf(page)).length > 0;
    return !isPredicted && !this.#unsure.has(forecastKey(key));
  }

  async #statusOf(key: ChangeRequestKey): Promise<string | undefined> {
    const result: Result<ScheduledChangeRequest, { readonly type: string }> =
      await this.#ports.reader.find({ projectId: key.projectId, id: key.id }, this.#options);
    if (result.isOk()) return result.value.schedule?.status;
    if (result.error.type === 'ChangeRequestNotFound') return undefined;
    throw new Unavailable(result.error as StoreUnavailable);
  }
}

const forecastKey = ({ projectId, id }: ChangeRequestKey): string =>
  alertKeyText({ kind: 'forecast', projectId, id });
